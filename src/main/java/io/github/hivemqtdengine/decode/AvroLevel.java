package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import org.jspecify.annotations.Nullable;

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
