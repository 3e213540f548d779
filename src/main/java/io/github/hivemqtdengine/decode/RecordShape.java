package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.FieldPath.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the records of a payload are.
 *
 * @param rows a JSON Pointer to the array, or the object, whose elements are the records, or {@code null} if a message
 *     is one record; {@link #EACH} in it stands for every element of an array, or field of an object
 * @param rowsFrom what is found there
 * @param pivot a list of names and values in each record that is read like an object, or {@code null} for none
 */
public record RecordShape(
        @Nullable String rows, RowsFrom rowsFrom, @Nullable Pivot pivot) {

    /** What stands for every element of an array, or field of an object, in the pointer to the rows. */
    static final String EACH = "*";

    /** A message is one record. */
    public static final RecordShape ONE_RECORD = new RecordShape(null, RowsFrom.ARRAY, null);

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

    /** The same shape; where it names no rows, the elements of the payload as a whole are the records. */
    public RecordShape ofList() {
        return rows == null ? new RecordShape("", rowsFrom, pivot) : this;
    }

    /** Whether each record has a key in the object that it is from. */
    public boolean hasKeys() {
        return rows != null && rowsFrom == RowsFrom.OBJECT;
    }

    /** How many elements there are around each record that its fields can be gone up to. */
    public int elementsAround() {
        return (int) rowTokens().stream().filter(EACH::equals).count();
    }

    /**
     * Whether a field of the message, or of an element around the record, is inside of one of many elements, so that it
     * can't be told which.
     */
    public boolean isInRows(FieldPath field) {
        if (rows == null || (field.scope() != Scope.MESSAGE && field.up() == 0)) {
            return false;
        }
        var path = pathToRows(field.up());
        int same = 0;
        for (var token : FieldPath.tokens(field.pointer())) {
            if (same == path.size() || path.get(same).equals(EACH)) {
                return true;
            }
            if (!path.get(same).equals(token)) {
                return false;
            }
            same++;
        }
        return false;
    }

    /** From an element around them, or from the message where it is none up. */
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

    /** A message is as many records as the array there has elements. */
    public static RecordShape rowsAt(@Nullable String pointer) {
        return new RecordShape(pointer, RowsFrom.ARRAY, null);
    }
}
