package io.github.hivemqtdengine.decode;

/** Data one behind the other, without anything between them. */
final class AvroDatums extends AvroList {

    private final AvroType type;
    private final AvroInput input;

    AvroDatums(AvroInput input, AvroType type) throws DecodeException {
        super(input);
        this.input = input;
        this.type = type;
    }

    @Override
    boolean nextDatum() {
        return input.left() > 0;
    }

    /** Where a datum is broken, nobody knows where the next one begins. */
    @Override
    void pass(DecodeException failure) throws DecodeException {
        input.skip(input.left());
    }

    @Override
    AvroType type() {
        return type;
    }

    @Override
    AvroInput input() {
        return input;
    }
}
