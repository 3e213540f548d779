// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.cbor;

import io.github.hivemqtdengine.decode.BinaryInput;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.Document.ByteDocument;
import io.github.hivemqtdengine.decode.document.Document.Kind;
import io.github.hivemqtdengine.decode.document.DocumentFormat;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * MessagePack, one value per payload. The last of several fields with the same name counts. Names that are not strings
 * become strings: numbers in decimal, bytes in base64.
 */
public record MsgpackFormat() implements DocumentFormat {

    @Override
    public Document open(Payload payload) throws DecodeException {
        byte[] bytes = payload.bytes();
        if (bytes.length == 0) {
            throw new DecodeException(Fault.TRUNCATED, "The payload is empty", 0);
        }
        return new MsgpackDocument(bytes, 0, bytes.length);
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
                throw new DecodeException(Fault.MALFORMED, "The payload has data after its value", position());
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

    /**
     * Reader of MessagePack values. It replaces msgpack-core, which accepts text that is not UTF-8, reports no
     * position, and allocates about 10 KB for each payload.
     */
    private static final class MsgpackItems {

        private static final int TIMESTAMP = -1;
        private static final int NANOS_PER_SECOND = 1_000_000_000;

        private final BinaryInput input;

        MsgpackItems(BinaryInput input) {
            this.input = input;
        }

        /** Returns the kind of the current value, without moving. */
        Kind kind() throws DecodeException {
            int head = input.peek();
            if (head >> 4 == 0x8 || head == 0xDE || head == 0xDF) {
                return Kind.OBJECT;
            }
            return head >> 4 == 0x9 || head == 0xDC || head == 0xDD ? Kind.ARRAY : Kind.SCALAR;
        }

        /**
         * Reads the header of an object or an array.
         *
         * @return the number of entries, no more than fit into the bytes that are left
         */
        long enter() throws DecodeException {
            int least = kind() == Kind.OBJECT ? 2 : 1;
            int head = input.unsigned8();
            return input.entries(
                    switch (head) {
                        case 0xDC, 0xDE -> input.unsigned16();
                        case 0xDD, 0xDF -> input.unsigned32();
                        default -> head & 0x0F;
                    },
                    least);
        }

        /** Reads the current scalar as one of the types in {@code Decoder}. */
        @Nullable
        Object scalar() throws DecodeException {
            int start = input.position();
            int head = input.unsigned8();
            if (head < 0x80 || head >= 0xE0) {
                return (long) (byte) head;
            }
            if (isText(head)) {
                return input.text(textLength(head));
            }
            return switch (head) {
                case 0xC0 -> null;
                case 0xC2 -> false;
                case 0xC3 -> true;
                case 0xC4, 0xC5, 0xC6 -> input.bytes(length(head - 0xC4));
                case 0xC7, 0xC8, 0xC9 -> extension(length(head - 0xC7), start);
                case 0xD4, 0xD5, 0xD6, 0xD7, 0xD8 -> extension(1L << (head - 0xD4), start);
                default -> number(head, start);
            };
        }

        private Number number(int head, int start) throws DecodeException {
            return switch (head) {
                case 0xCA -> Float.intBitsToFloat(input.int32());
                case 0xCB -> Double.longBitsToDouble(input.int64());
                case 0xCC -> (long) input.unsigned8();
                case 0xCD -> (long) input.unsigned16();
                case 0xCE -> input.unsigned32();
                case 0xCF -> BinaryInput.unsigned(input.int64());
                case 0xD0 -> (long) input.int8();
                case 0xD1 -> (long) input.int16();
                case 0xD2 -> (long) input.int32();
                case 0xD3 -> input.int64();
                default -> throw wrong(start);
            };
        }

        private static boolean isText(int head) {
            return (head >= 0xA0 && head <= 0xBF) || (head >= 0xD9 && head <= 0xDB);
        }

        private long textLength(int head) throws DecodeException {
            return head <= 0xBF ? head & 0x1F : length(head - 0xD9);
        }

        /** @param size code for the size of the length itself: 0 for one byte, 1 for two, 2 for four */
        private long length(int size) throws DecodeException {
            return switch (size) {
                case 0 -> input.unsigned8();
                case 1 -> input.unsigned16();
                default -> input.unsigned32();
            };
        }

        private Object extension(long length, int start) throws DecodeException {
            return input.int8() == TIMESTAMP ? time(length, start) : input.bytes(length);
        }

        private Instant time(long length, int start) throws DecodeException {
            if (length == 4) {
                return Instant.ofEpochSecond(input.unsigned32());
            }
            if (length == 8) {
                long bits = input.int64();
                return time(bits & 0x3_FFFF_FFFFL, bits >>> 34, start);
            }
            if (length == 12) {
                long nanos = input.unsigned32();
                return time(input.int64(), nanos, start);
            }
            throw wrong(start);
        }

        private static Instant time(long seconds, long nanos, int start) throws DecodeException {
            if (nanos >= NANOS_PER_SECOND) {
                throw wrong(start);
            }
            try {
                return Instant.ofEpochSecond(seconds, nanos);
            } catch (DateTimeException e) {
                throw new DecodeException(Fault.LIMIT, "The payload has a time too far away", start);
            }
        }

        private static DecodeException wrong(int position) {
            return new DecodeException(Fault.MALFORMED, "The payload is not valid MessagePack", position);
        }

        /** Skips the current scalar, checked as if it were read. */
        void skipScalar() throws DecodeException {
            int head = input.peek();
            if (isText(head)) {
                input.pass(1);
                input.passText(textLength(head));
            } else if (head >= 0xC4 && head <= 0xC6) {
                input.pass(1);
                input.pass(length(head - 0xC4));
            } else {
                scalar();
            }
        }
    }
}
