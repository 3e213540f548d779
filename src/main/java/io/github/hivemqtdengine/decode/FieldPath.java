package io.github.hivemqtdengine.decode;

/**
 * A field that a route asks a {@link Decoder} for.
 *
 * @param scope where the pointer starts
 * @param pointer a JSON Pointer (RFC 6901); the empty pointer is the whole record or message
 */
public record FieldPath(Scope scope, String pointer) {

    /** Where a pointer starts. */
    public enum Scope {
        /** At the record: the element that the row is made from. */
        RECORD,
        /** At the root of the message, for what all its records share. */
        MESSAGE
    }
}
