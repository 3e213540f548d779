// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.FieldPath.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Location of the records in a payload.
 *
 * @param rows JSON Pointer to the array or object whose elements are the records, or {@code null} if a message is one
 *     record; {@link #EACH} in it matches every element of an array or field of an object
 * @param rowsFrom type of the value at the pointer
 * @param pivot list of names and values in each record that is read as an object, or {@code null} for none
 */
public record RecordShape(
        @Nullable String rows, RowsFrom rowsFrom, @Nullable Pivot pivot) {

    /** Wildcard in the pointer to the rows; matches every element of an array, or field of an object. */
    public static final String EACH = "*";

    /** Shape of a message that is one record. */
    public static final RecordShape ONE_RECORD = new RecordShape(null, RowsFrom.ARRAY, null);

    /** Types of the value that contains the records. */
    public enum RowsFrom {
        ARRAY,
        /** Object; the name of each field is the key of its record. */
        OBJECT
    }

    /**
     * List such as {@code [{"name": "t", "value": 21}, ...]} that is read as {@code {"t": 21, ...}}.
     *
     * @param list JSON Pointer to the array, from the record on
     * @param name field of an element that holds its name
     * @param value field of an element that holds its value
     */
    public record Pivot(String list, String name, String value) {}

    /** Returns this shape; if it names no rows, the elements of the whole payload become the records. */
    public RecordShape ofList() {
        return rows == null ? new RecordShape("", rowsFrom, pivot) : this;
    }

    /** Returns whether each record, or an element around it, may be a field that has a name. */
    public boolean hasKeys() {
        return rows != null && (rowsFrom == RowsFrom.OBJECT || elementsAround() > 0);
    }

    /** Returns the number of elements around each record that a field path can go up to. */
    public int elementsAround() {
        return (int) rowTokens().stream().filter(EACH::equals).count();
    }

    /**
     * Returns whether a field of the message, or of an element around the record, is ambiguous because it lies inside
     * one of many elements.
     */
    public boolean isInRows(FieldPath field) {
        if (rows == null || (field.scope() != Scope.MESSAGE && field.up() == 0)) {
            return false;
        }
        var path = pathToRows(field.up());
        var known = path.contains(EACH) ? path.subList(0, path.indexOf(EACH)) : path;
        var tokens = FieldPath.tokens(field.pointer());
        return tokens.size() > known.size() && tokens.subList(0, known.size()).equals(known);
    }

    /** Returns the path to the rows from an element around them, or from the message if {@code up} is 0. */
    private List<String> pathToRows(int up) {
        var path = rowTokens();
        int from = path.size();
        for (int left = up; left > 0; left--) {
            from = path.subList(0, from).lastIndexOf(EACH);
        }
        return up == 0 ? path : path.subList(from + 1, path.size());
    }

    private List<String> rowTokens() {
        return rows == null ? List.of() : FieldPath.tokens(rows);
    }

    /** Returns a shape of the records in an array, or of one record per message for {@code null}. */
    public static RecordShape rowsAt(@Nullable String pointer) {
        return new RecordShape(pointer, RowsFrom.ARRAY, null);
    }
}
