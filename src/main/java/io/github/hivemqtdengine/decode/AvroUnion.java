package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.Document.Kind;

/** A union of Avro: a value is that of one of its branches. */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
record AvroUnion(AvroType[] branches) implements AvroType {

    @Override
    public Kind kind() {
        throw new IllegalStateException("A union is none before its branch is known");
    }

    @Override
    public int minSize() {
        return 1;
    }

    @Override
    public AvroType actual(AvroInput input) throws DecodeException {
        long branch = input.readLong();
        if (branch < 0 || branch >= branches.length) {
            throw input.failure(Fault.MALFORMED, "The payload names a branch that its union does not have");
        }
        return branches[(int) branch].actual(input);
    }

    @Override
    public void skip(AvroInput input, int depth) throws DecodeException {
        actual(input).skip(input, depth);
    }
}
