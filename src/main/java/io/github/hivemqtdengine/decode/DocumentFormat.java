package io.github.hivemqtdengine.decode;

import java.util.List;

/** A format whose payloads have fields: all that it has to know is how a payload is read forward. */
interface DocumentFormat extends PayloadFormat {

    /** Begins to read a payload. */
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
