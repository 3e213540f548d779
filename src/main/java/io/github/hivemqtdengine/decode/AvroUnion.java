package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.Document.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Avro union.
 *
 * @param branches types of the branches; {@code null} for one that the reader's schema can't read
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record AvroUnion(@Nullable AvroType[] branches) implements AvroType {

    @Override
    public Kind kind() {
        throw new IllegalStateException("The kind of a union is that of its branch");
    }

    @Override
    public int minSize() {
        return 1;
    }

    @Override
    public AvroType actual(AvroInput input) throws DecodeException {
        long index = input.readLong();
        if (index < 0 || index >= branches.length) {
            throw input.failure(Fault.MALFORMED, "The payload names a branch that its union does not have");
        }
        var branch = branches[(int) index];
        if (branch == null) {
            throw input.failure(Fault.MALFORMED, "The payload has a value that the reader's schema can't read");
        }
        return branch.actual(input);
    }

    @Override
    public void skip(AvroInput input, @Nullable AvroLevel outer) throws DecodeException {
        actual(input).skip(input, outer);
    }
}
