package io.github.hivemqtdengine.decode;

import org.jspecify.annotations.Nullable;

/**
 * Where the records of a JSON document are.
 *
 * @param rows a JSON Pointer to the array, or the object, whose elements are the records, or {@code null} if a message
 *     is one record
 * @param rowsFrom what is found there
 * @param pivot a list of names and values in each record that is read like an object, or {@code null} for none
 */
public record JsonShape(
        @Nullable String rows, RowsFrom rowsFrom, @Nullable Pivot pivot) {

    /** A message is one record. */
    public static final JsonShape ONE_RECORD = new JsonShape(null, RowsFrom.ARRAY, null);

    /** What has the records as its elements. */
    public enum RowsFrom {
        /** An array. */
        ARRAY,
        /** An object; the name of a field is the key of its record. */
        OBJECT
    }

    /**
     * A list such as {@code [{"name": "t", "value": 21}, ...]}, which is read as if it were {@code {"t": 21, ...}}.
     *
     * @param list a JSON Pointer to the array, from the record on
     * @param name the field of an element that names it
     * @param value the field of an element that is its value
     */
    public record Pivot(String list, String name, String value) {}

    /** Whether each record has a key in the object that it is from. */
    public boolean hasKeys() {
        return rows != null && rowsFrom == RowsFrom.OBJECT;
    }

    /** A message is as many records as the array there has elements. */
    public static JsonShape rowsAt(@Nullable String pointer) {
        return new JsonShape(pointer, RowsFrom.ARRAY, null);
    }
}
