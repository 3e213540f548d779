package io.github.hivemqtdengine.decode;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A field that a route asks a {@link Decoder} for.
 *
 * @param scope where the pointer starts
 * @param pointer a JSON Pointer (RFC 6901); the empty pointer is the whole record or message
 */
public record FieldPath(Scope scope, String pointer) {

    private static final Pattern POINTER = Pattern.compile("(?:/(?:[^/~]|~[01])*+)*+");

    /** Where a pointer starts. */
    public enum Scope {
        /** At the record: the element that the row is made from. */
        RECORD,
        /** At the root of the message, for what all its records share. */
        MESSAGE,
        /** The key that the record has in the object that the records are from; the pointer is empty. */
        KEY
    }

    public FieldPath {
        if (!isPointer(pointer)) {
            throw new IllegalArgumentException("is not a JSON Pointer; it is empty or begins with /");
        }
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
