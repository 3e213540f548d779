package io.github.hivemqtdengine.decode;

import org.jspecify.annotations.Nullable;

/** An object or array whose parts are being read. */
abstract class AvroLevel {

    private final @Nullable AvroLevel outer;
    private final int depth;

    /** @param outer what it is in */
    AvroLevel(AvroInput input, @Nullable AvroLevel outer) throws DecodeException {
        int around = outer == null ? 0 : outer.depth;
        input.requireDepth(around);
        this.outer = outer;
        this.depth = around + 1;
    }

    @Nullable
    AvroLevel outer() {
        return outer;
    }

    /** How many levels there are, with this one. */
    int depth() {
        return depth;
    }

    /** Goes to the next part. */
    abstract boolean next() throws DecodeException;

    /** The name of the part, in an object. */
    String name() {
        throw new IllegalStateException("An array's elements have no names");
    }

    /** The type of the part. */
    abstract AvroType type();

    /** Where the part's bytes are. */
    abstract AvroInput input();
}
