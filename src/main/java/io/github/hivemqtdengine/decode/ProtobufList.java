package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.Document.Kind;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A payload of many messages as an array, each message behind its length. */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
record ProtobufList(ProtobufType type, byte[] payload) implements ProtobufValue {

    @Override
    public Kind kind() {
        return Kind.ARRAY;
    }

    @Override
    public @Nullable Object scalar() {
        throw new IllegalStateException("A list is no scalar");
    }

    @Override
    public Messages parts() {
        return new Messages(type, payload);
    }

    @Override
    public Structure structure(Supplier<String> json) {
        return new Structure(payload, 0, payload.length, json);
    }

    @Override
    public int position() {
        return 0;
    }

    /** The messages, each of which is checked when it is come to; behind one that is wrong comes the next one. */
    static final class Messages implements ProtobufParts {

        /** The list is a level, and so is the message. */
        private static final int LEVEL = 2;

        private final ProtobufType type;
        private final byte[] payload;
        private int from;
        private int to;

        Messages(ProtobufType type, byte[] payload) {
            this.type = type;
            this.payload = payload;
        }

        @Override
        public boolean next() throws DecodeException {
            if (to == payload.length) {
                return false;
            }
            var in = new ProtobufInput(payload, to, payload.length);
            to = payload.length; // with a wrong length nothing behind it can be told apart
            int length = in.length();
            from = in.position();
            to = from + length;
            ProtobufCheck.check(type, payload, from, to, LEVEL);
            return true;
        }

        @Override
        public ProtobufValue value() throws DecodeException {
            return type.value(ProtobufPieces.one(payload, from, to));
        }
    }
}
