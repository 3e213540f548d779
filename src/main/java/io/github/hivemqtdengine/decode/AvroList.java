package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.Document.Kind;
import org.jspecify.annotations.Nullable;

/** A payload of several data, read as an array of them. */
abstract class AvroList extends AvroLevel implements AvroType.Structured {

    private @Nullable AvroInput datum;
    private int start;

    AvroList(AvroInput input) throws DecodeException {
        super(input, null);
    }

    @Override
    public Kind kind() {
        return Kind.ARRAY;
    }

    @Override
    public int minSize() {
        return 0;
    }

    @Override
    public AvroLevel enter(AvroInput input, @Nullable AvroLevel outer) {
        return this;
    }

    @Override
    public void skip(AvroInput input, int depth) throws DecodeException {
        while (next()) {
            type().skip(input(), depth());
        }
    }

    @Override
    final boolean next() throws DecodeException {
        if (datum != null && datum.at() == start) {
            throw datum.failure(Fault.MALFORMED, "The payload has data of no bytes, which can't be counted");
        }
        datum = null;
        if (!nextDatum()) {
            return false;
        }
        datum = input();
        start = datum.at();
        return true;
    }

    /** Goes on behind a datum that could not be read; see {@link Document#passBroken}. */
    final void passBroken(DecodeException failure) throws DecodeException {
        datum = null;
        pass(failure);
    }

    abstract boolean nextDatum() throws DecodeException;

    /** Goes to where data can be told apart again, or to the end. */
    abstract void pass(DecodeException failure) throws DecodeException;
}
