// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Field that a route needs from a {@link Decoder}.
 *
 * @param scope start of the pointer
 * @param up number of elements to go up from the record, 0 for the record itself
 * @param pointer JSON Pointer (RFC 6901); the empty pointer is the whole record or message
 */
public record FieldPath(Scope scope, int up, String pointer) {

    private static final Pattern POINTER = Pattern.compile("(?:/(?:[^/~]|~[01])*+)*+");

    private static final String UP = "..";
    private static final String STEP = "/../";

    /** Starts of pointers. */
    public enum Scope {
        /** The record: the element from which a row is made. */
        RECORD,
        /** The root of the message, for values that all its records share. */
        MESSAGE,
        /**
         * The name of the field that the record is, or the element around it; the pointer is empty. For a record in an
         * array, the name of the element around it.
         */
        KEY,
        /** The position of the record, or of the element around it, in its array or object, from 0; the pointer is empty. */
        INDEX,
        /** The record; the value is all non-null scalars at the pointer's end and below. */
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
     * Parses a field of a record as written in a mapping: {@code /name}, or {@code ../name} for the enclosing element.
     *
     * @throws IllegalArgumentException if the syntax is wrong
     */
    public static FieldPath ofRecord(String text) {
        int end = endOfSteps(text);
        return new FieldPath(Scope.RECORD, (end + 1) / (STEP.length() - 1), text.substring(end));
    }

    /** Returns whether {@link #ofRecord} can parse a string. */
    public static boolean isOfRecord(String text) {
        return isPointer(text.substring(endOfSteps(text)));
    }

    private static int endOfSteps(String text) {
        var steps = "/" + text + "/";
        int end = 0;
        while (steps.startsWith(STEP, end)) {
            end += STEP.length() - 1;
        }
        return Math.max(0, end - 1);
    }

    /** Returns the field as written in a mapping after the colon. */
    public String text() {
        return String.join("/", Collections.nCopies(up, UP)) + pointer;
    }

    /** Returns whether a string is a JSON Pointer: empty, or names and indices, each after a slash. */
    public static boolean isPointer(String text) {
        return POINTER.matcher(text).matches();
    }

    /** Returns a name as a pointer has it. */
    public static String escaped(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    /** Returns the unescaped names and indices of a pointer in their order. */
    public static List<String> tokens(String pointer) {
        if (pointer.isEmpty()) {
            return List.of();
        }
        return Arrays.stream(pointer.substring(1).split("/", -1))
                .map(token -> token.replace("~1", "/").replace("~0", "~"))
                .toList();
    }
}
