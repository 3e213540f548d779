package io.github.hivemqtdengine.decode.cbor;

import io.github.hivemqtdengine.decode.BinaryInput;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.document.ByteDocument;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.DocumentFormat;
import org.jspecify.annotations.Nullable;

/**
 * MessagePack, one value per payload. The last of several fields with the same name counts. Names that are not strings
 * become strings: numbers in decimal, bytes in base64.
 */
public record MsgpackFormat() implements DocumentFormat {

    @Override
    public Document open(byte[] payload) throws DecodeException {
        if (payload.length == 0) {
            throw new DecodeException(Fault.TRUNCATED, "The payload is empty", 0);
        }
        return new MsgpackDocument(payload, 0, payload.length);
    }

    private static final class MsgpackDocument extends ByteDocument {

        private final BinaryInput input;
        private final MsgpackItems items;

        /** Number of entries left in each of the enclosing objects and arrays. */
        private final long[] left = new long[MAX_DEPTH];

        private int depth;

        MsgpackDocument(byte[] payload, int from, int to) {
            super(payload);
            this.input = new BinaryInput(payload, from, to);
            this.items = new MsgpackItems(input);
        }

        @Override
        public Kind kind() throws DecodeException {
            return items.kind();
        }

        @Override
        public @Nullable Object scalar() throws DecodeException {
            return items.scalar();
        }

        @Override
        public void skip() throws DecodeException {
            var kind = kind();
            if (kind == Kind.SCALAR) {
                items.skipScalar();
                return;
            }
            enter();
            while (nextElement()) {
                if (kind == Kind.OBJECT) {
                    requireName();
                    items.skipScalar();
                }
                skip();
            }
        }

        @Override
        public void enter() throws DecodeException {
            long start = position();
            long entries = items.enter();
            if (depth == MAX_DEPTH) {
                throw new DecodeException(Fault.LIMIT, "The payload nests deeper than " + MAX_DEPTH + " levels", start);
            }
            left[depth] = entries;
            depth++;
        }

        @Override
        public @Nullable String nextField() throws DecodeException {
            if (!nextElement()) {
                return null;
            }
            requireName();
            return Document.nameOf(items.scalar());
        }

        /** Moves to the next entry, or leaves the innermost object or array at its end. */
        @Override
        public boolean nextElement() {
            if (left[depth - 1] == 0) {
                depth--;
                return false;
            }
            left[depth - 1]--;
            return true;
        }

        private void requireName() throws DecodeException {
            if (kind() != Kind.SCALAR) {
                throw new DecodeException(
                        Fault.UNSUPPORTED, "The payload has a field whose name is an object or array", position());
            }
        }

        @Override
        public void end() throws DecodeException {
            if (!input.isAtEnd()) {
                throw new DecodeException(Fault.MALFORMED, "The payload has something behind its value", position());
            }
        }

        @Override
        public long position() {
            return input.position();
        }

        @Override
        protected int afterValue() {
            return input.position();
        }

        @Override
        protected Document part(int from, int to) {
            return new MsgpackDocument(payload, from, to);
        }
    }
}
