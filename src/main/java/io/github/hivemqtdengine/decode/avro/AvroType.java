package io.github.hivemqtdengine.decode.avro;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.Document.Kind;
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

    /** Object or array whose parts are being read. */
    abstract class AvroLevel {

        private final AvroInput input;
        private final @Nullable AvroLevel outer;
        private final int depth;

        /** @param outer enclosing object or array, or {@code null} */
        AvroLevel(AvroInput input, @Nullable AvroLevel outer) throws DecodeException {
            this.input = input;
            this.outer = outer;
            this.depth = outer == null ? 1 : outer.depth + 1;
            if (depth > Document.MAX_DEPTH) {
                throw input.failure(Fault.LIMIT, "The payload nests deeper than " + Document.MAX_DEPTH + " levels");
            }
        }

        @Nullable
        AvroLevel outer() {
            return outer;
        }

        /** Moves to the next part and returns whether there is one. */
        abstract boolean next() throws DecodeException;

        /** Returns the name of the current part; objects only. */
        abstract String name();

        /** Returns the type of the current part. */
        abstract AvroType type();

        /** Returns the input that holds the current part. */
        AvroInput input() {
            return input;
        }
    }
}
