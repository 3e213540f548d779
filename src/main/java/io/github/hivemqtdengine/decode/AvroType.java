package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.Document.Kind;
import org.jspecify.annotations.Nullable;

/** Type that reads the values of a schema. Immutable once the whole schema has been processed. */
interface AvroType {

    Kind kind();

    /** Returns the minimum size of a value in bytes. */
    int minSize();

    /** Returns whether each value has {@link #minSize} bytes, at least one, and all byte patterns are valid. */
    default boolean isFixed() {
        return false;
    }

    /** Returns the type of the value at the input's position; a union reads its branch index. */
    default AvroType actual(AvroInput input) throws DecodeException {
        return this;
    }

    /**
     * Skips a value and checks it.
     *
     * @param outer enclosing object or array, or {@code null}
     */
    void skip(AvroInput input, @Nullable AvroLevel outer) throws DecodeException;

    /** Type whose values have parts. */
    interface Structured extends AvroType {

        /**
         * Starts reading the parts.
         *
         * @param outer object or array that encloses the value, or {@code null}
         */
        AvroLevel enter(AvroInput input, @Nullable AvroLevel outer) throws DecodeException;
    }
}
