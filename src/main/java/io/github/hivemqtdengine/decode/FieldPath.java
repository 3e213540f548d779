package io.github.hivemqtdengine.decode;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A field that a route asks a {@link Decoder} for.
 *
 * @param scope where the pointer starts
 * @param up how many elements up from the record it starts, 0 for at the record itself
 * @param pointer a JSON Pointer (RFC 6901); the empty pointer is the whole record or message
 */
public record FieldPath(Scope scope, int up, String pointer) {

    private static final Pattern POINTER = Pattern.compile("(?:/(?:[^/~]|~[01])*+)*+");

    private static final String UP = "..";
    private static final String UP_AGAIN = "/..";

    /** Where a pointer starts. */
    public enum Scope {
        /** At the record: the element that the row is made from. */
        RECORD,
        /** At the root of the message, for what all its records share. */
        MESSAGE,
        /** The key that the record has in the object that the records are from; the pointer is empty. */
        KEY,
        /** At the record; the value is all that is no object, no array and not null at the pointer's end or below. */
        SCALARS
    }

    public FieldPath {
        if (!isPointer(pointer)) {
            throw new IllegalArgumentException("is not a JSON Pointer; it is empty or begins with /");
        }
    }

    public FieldPath(Scope scope, String pointer) {
        this(scope, 0, pointer);
    }

    /**
     * A field of a record as a mapping writes it: {@code /name}, or {@code ../name} for one of the element around it.
     *
     * @throws IllegalArgumentException if it is not written like that
     */
    public static FieldPath ofRecord(String text) {
        int end = endOfSteps(text);
        return new FieldPath(Scope.RECORD, (end + 1) / UP_AGAIN.length(), text.substring(end));
    }

    /** Whether {@link #ofRecord} can read a text. */
    public static boolean isOfRecord(String text) {
        return isPointer(text.substring(endOfSteps(text)));
    }

    private static int endOfSteps(String text) {
        int end = isStep(UP, text, 0) ? UP.length() : 0;
        while (end > 0 && isStep(UP_AGAIN, text, end)) {
            end += UP_AGAIN.length();
        }
        return end;
    }

    private static boolean isStep(String step, String text, int at) {
        int end = at + step.length();
        return text.startsWith(step, at) && (end == text.length() || text.charAt(end) == '/');
    }

    /** The field as a mapping writes it behind the colon. */
    public String text() {
        return String.join("/", Collections.nCopies(up, UP)) + pointer;
    }

    /** Whether a text is a JSON Pointer: empty, or names and indices that each follow a slash. */
    public static boolean isPointer(String text) {
        return POINTER.matcher(text).matches();
    }

    /** The names and indices of a pointer in their order, without their escapes. */
    static List<String> tokens(String pointer) {
        if (pointer.isEmpty()) {
            return List.of();
        }
        return Arrays.stream(pointer.substring(1).split("/", -1))
                .map(token -> token.replace("~1", "/").replace("~0", "~"))
                .toList();
    }
}
