package io.github.hivemqtdengine.decode;

import java.util.Objects;

/**
 * Protobuf, messages of one type. Fields have the names of the .proto file, and unknown ones are passed over.
 *
 * @param schema the type of the messages
 */
public record ProtobufFormat(ProtobufSchema schema, Framing framing) implements DocumentFormat {

    /** How messages are in a payload. */
    public enum Framing {
        /** A payload is a message. */
        MESSAGE,
        /** A payload is a list of messages, each behind its length as a varint. */
        DELIMITED
    }

    /** Checks that both are there. */
    public ProtobufFormat {
        Objects.requireNonNull(schema);
        Objects.requireNonNull(framing);
    }

    @Override
    public Document open(byte[] payload) throws DecodeException {
        if (isList()) {
            return new ProtobufDocument(new ProtobufList(schema.type(), payload));
        }
        ProtobufCheck.check(schema.type(), payload, 0, payload.length, 1);
        return new ProtobufDocument(schema.type().value(ProtobufPieces.one(payload, 0, payload.length)));
    }

    @Override
    public boolean isList() {
        return framing == Framing.DELIMITED;
    }
}
