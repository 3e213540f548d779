package io.github.hivemqtdengine.decode;

import java.util.List;

/** Format whose payloads have fields; an implementation only opens a {@link Document}. */
interface DocumentFormat extends PayloadFormat {

    /** Starts to read a payload. */
    Document open(byte[] payload) throws DecodeException;

    @Override
    default Decoder decoder(List<FieldPath> fields, RecordShape shape) {
        return new TreeDecoder(this, fields, shape);
    }

    @Override
    default boolean hasFields() {
        return true;
    }
}
