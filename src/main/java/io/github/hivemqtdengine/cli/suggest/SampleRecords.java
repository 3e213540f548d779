package io.github.hivemqtdengine.cli.suggest;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * JSON document as rows.
 *
 * @param rows the JSON Pointer to the array whose elements are the rows; {@code null} if the document is the only row
 * @param records the fields of each row, by JSON Pointer
 * @param shared the fields of the document outside the rows
 */
public record SampleRecords(
        @Nullable String rows, List<Map<String, @Nullable Object>> records, Map<String, @Nullable Object> shared) {

    /** Returns the elements of an array as rows only if they have at least as many fields as there are outside it. */
    public static SampleRecords of(@Nullable Object document) {
        return arrayOfObjects("", document)
                .map(array -> of(document, array.getKey(), array.getValue()))
                .filter(sample -> sample.shared.size() <= sample.fieldsOfRecords())
                .orElseGet(() -> new SampleRecords(null, List.of(flattened(document, null)), Map.of()));
    }

    private static SampleRecords of(@Nullable Object document, String rows, Collection<?> elements) {
        var records = new ArrayList<Map<String, @Nullable Object>>();
        elements.forEach(element -> records.add(flattened(element, null)));
        return new SampleRecords(rows, records, flattened(document, rows));
    }

    private int fieldsOfRecords() {
        return records.stream().mapToInt(Map::size).max().orElse(0);
    }

    private static Map<String, @Nullable Object> flattened(@Nullable Object value, @Nullable String without) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        flatten("", value, without, fields);
        return fields;
    }

    /** Returns the first array, in document order, whose elements are all objects. */
    private static Optional<Map.Entry<String, Collection<?>>> arrayOfObjects(String pointer, @Nullable Object value) {
        if (value instanceof Collection<?> array) {
            return !array.isEmpty() && array.stream().allMatch(element -> element instanceof Map<?, ?>)
                    ? Optional.of(Map.entry(pointer, array))
                    : Optional.empty();
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
