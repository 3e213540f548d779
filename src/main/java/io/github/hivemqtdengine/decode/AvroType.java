package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.Document.Kind;
import org.jspecify.annotations.Nullable;

/** How values of a schema are read. Immutable once its schema is known whole. */
interface AvroType {

    /** Stands for a size that values don't have in common. */
    int NO_FIXED_SIZE = -1;

    Kind kind();

    /** How many bytes a value has at least. */
    int minSize();

    /** How many bytes each value has that needs no look to be right, or {@link #NO_FIXED_SIZE}. */
    default int fixedSize() {
        return NO_FIXED_SIZE;
    }

    /** The type of the value that the input is at: in a union it says which, and that is passed. */
    default AvroType actual(AvroInput input) throws DecodeException {
        return this;
    }

    /**
     * Passes a value and checks it.
     *
     * @param depth how many objects and arrays it is in
     */
    void skip(AvroInput input, int depth) throws DecodeException;

    /** What has no parts. */
    interface Scalar extends AvroType {

        @Override
        default Kind kind() {
            return Kind.SCALAR;
        }

        @Nullable
        Object read(AvroInput input) throws DecodeException;

        @Override
        default void skip(AvroInput input, int depth) throws DecodeException {
            read(input);
        }
    }

    /** What has parts. */
    interface Structured extends AvroType {

        /**
         * Begins to read its parts.
         *
         * @param outer what it is in
         */
        AvroLevel enter(AvroInput input, @Nullable AvroLevel outer) throws DecodeException;
    }
}
