// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.suggest;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * JSON documents as rows.
 *
 * @param rows the JSON Pointer to the arrays whose elements are the rows; {@code null} if each document is one row
 * @param keys the fields that name the arrays; empty unless the documents are objects of devices with their samples
 * @param records the fields of each row, by JSON Pointer
 * @param first the number of rows that the first array has
 * @param shared the fields of each document outside the rows
 */
public record SampleRecords(
        @Nullable String rows,
        Set<String> keys,
        List<Map<String, @Nullable Object>> records,
        int first,
        List<Map<String, @Nullable Object>> shared) {

    /** What is looked at: rows of all samples, fields of a row, and characters of a field's pointer. */
    private static final int MAX_ROWS = 2_000;

    private static final int MAX_FIELDS = 2_000;
    private static final int MAX_POINTER = 200;

    /** Returns the elements of arrays as rows only if they have at least as many fields as there are outside them. */
    public static SampleRecords of(List<?> documents) {
        var keys = keys(documents);
        if (keys.size() > 1) {
            var arrays = documents.stream()
                    .flatMap(document -> ((Map<?, ?>) document).values().stream())
                    .toList();
            var elements = of("", arrays);
            return new SampleRecords("/*", keys, elements.records, elements.first, List.of());
        }
        return arrayOfObjects("", documents.get(0))
                .filter(FieldReference::isPossible)
                .filter(rows -> documents.stream().allMatch(document -> isArray(at(rows, document))))
                .map(rows -> of(rows, documents))
                .filter(sample -> fields(sample.shared) <= fields(sample.records))
                .orElseGet(() -> whole(documents));
    }

    /** Returns each document as one row; arrays are values. */
    public static SampleRecords whole(List<?> documents) {
        return new SampleRecords(null, Set.of(), flattened(documents, null), 1, List.of());
    }

    /** Returns the names of all fields if each of them is an array of objects. */
    private static Set<String> keys(List<?> documents) {
        var keys = new LinkedHashSet<String>();
        for (var document : documents) {
            if (!(document instanceof Map<?, ?> object)
                    || !object.values().stream().allMatch(SampleRecords::isRows)) {
                return Set.of();
            }
            object.keySet().forEach(key -> keys.add(String.valueOf(key)));
        }
        return keys;
    }

    private static SampleRecords of(String rows, List<?> documents) {
        var arrays = documents.stream()
                .map(document -> at(rows, document))
                .filter(SampleRecords::isRows)
                .map(array -> (Collection<?>) array)
                .toList();
        var elements =
                arrays.stream().flatMap(Collection::stream).limit(MAX_ROWS).toList();
        return new SampleRecords(
                rows, Set.of(), flattened(elements, null), arrays.get(0).size(), flattened(documents, rows));
    }

    private static boolean isRows(@Nullable Object value) {
        return value instanceof Collection<?> array
                && !array.isEmpty()
                && array.stream().allMatch(element -> element instanceof Map<?, ?>);
    }

    private static @Nullable Object at(String pointer, @Nullable Object document) {
        return flattened(document, null, Set.of()).get(pointer);
    }

    /** Returns whether there are rows, or none at the moment. */
    private static boolean isArray(@Nullable Object value) {
        return isRows(value) || (value instanceof Collection<?> array && array.isEmpty());
    }

    private static int fields(List<Map<String, @Nullable Object>> objects) {
        return objects.stream().mapToInt(Map::size).max().orElse(0);
    }

    /** Flattens documents; a field that is an object in some and a value in others stays one. */
    private static List<Map<String, @Nullable Object>> flattened(List<?> values, @Nullable String without) {
        var all = values.stream()
                .map(value -> flattened(value, without, Set.of()))
                .toList();
        var parents = new HashSet<String>();
        all.forEach(fields -> fields.keySet().forEach(pointer -> {
            for (int end = pointer.lastIndexOf('/'); end > 0; end = pointer.lastIndexOf('/', end - 1)) {
                parents.add(pointer.substring(0, end));
            }
        }));
        var mixed = new HashSet<String>();
        all.forEach(fields -> fields.forEach((pointer, value) -> {
            if (parents.contains(pointer) && !isNothing(value)) {
                mixed.add(pointer);
            }
        }));
        return values.stream()
                .map(value -> {
                    var fields = flattened(value, without, mixed);
                    fields.entrySet()
                            .removeIf(field -> parents.contains(field.getKey()) && isNothing(field.getValue()));
                    return fields;
                })
                .toList();
    }

    private static boolean isNothing(@Nullable Object value) {
        return value == null || (value instanceof Map<?, ?> object && object.isEmpty());
    }

    private static Map<String, @Nullable Object> flattened(
            @Nullable Object value, @Nullable String without, Set<String> whole) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        flatten("", value, without, whole, fields);
        return fields;
    }

    /** Returns the pointer to the first array, in document order, whose elements are all objects. */
    private static Optional<String> arrayOfObjects(String pointer, @Nullable Object value) {
        if (value instanceof Collection<?>) {
            return isRows(value) ? Optional.of(pointer) : Optional.empty();
        }
        if (value instanceof Map<?, ?> object) {
            return object.entrySet().stream()
                    .flatMap(field -> arrayOfObjects(child(pointer, field.getKey()), field.getValue()).stream())
                    .findFirst();
        }
        return Optional.empty();
    }

    /** Flattens nested objects; arrays and empty objects stay values. */
    private static void flatten(
            String pointer,
            @Nullable Object value,
            @Nullable String without,
            Set<String> whole,
            Map<String, @Nullable Object> fields) {
        if (pointer.equals(without) || pointer.length() > MAX_POINTER || fields.size() == MAX_FIELDS) {
            return;
        }
        if (value instanceof Map<?, ?> object && !object.isEmpty() && !whole.contains(pointer)) {
            object.forEach((name, field) -> flatten(child(pointer, name), field, without, whole, fields));
        } else {
            fields.put(pointer, value);
        }
    }

    private static String child(String pointer, @Nullable Object name) {
        return pointer + "/" + String.valueOf(name).replace("~", "~0").replace("/", "~1");
    }
}
