// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.suggest;

import java.util.Collection;
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
                .map(rows -> of(rows, documents))
                .filter(sample -> fields(sample.shared) <= fields(sample.records))
                .orElseGet(() -> new SampleRecords(null, Set.of(), flattened(documents, null), 1, List.of()));
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
                .map(document -> flattened(document, null).get(rows))
                .filter(SampleRecords::isRows)
                .map(array -> (Collection<?>) array)
                .toList();
        var elements = arrays.stream().flatMap(Collection::stream).toList();
        return new SampleRecords(
                rows, Set.of(), flattened(elements, null), arrays.get(0).size(), flattened(documents, rows));
    }

    private static boolean isRows(@Nullable Object value) {
        return value instanceof Collection<?> array
                && !array.isEmpty()
                && array.stream().allMatch(element -> element instanceof Map<?, ?>);
    }

    private static int fields(List<Map<String, @Nullable Object>> objects) {
        return objects.stream().mapToInt(Map::size).max().orElse(0);
    }

    private static List<Map<String, @Nullable Object>> flattened(List<?> values, @Nullable String without) {
        return values.stream().map(value -> flattened(value, without)).toList();
    }

    private static Map<String, @Nullable Object> flattened(@Nullable Object value, @Nullable String without) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        flatten("", value, without, fields);
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
            String pointer, @Nullable Object value, @Nullable String without, Map<String, @Nullable Object> fields) {
        if (pointer.equals(without)) {
            return;
        }
        if (value instanceof Map<?, ?> object && !object.isEmpty()) {
            object.forEach((name, field) -> flatten(child(pointer, name), field, without, fields));
        } else {
            fields.put(pointer, value);
        }
    }

    private static String child(String pointer, @Nullable Object name) {
        return pointer + "/" + String.valueOf(name).replace("~", "~0").replace("/", "~1");
    }
}
