package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import org.jspecify.annotations.Nullable;

/** The scalars of Avro without their logical types. */
final class AvroScalars {

    private AvroScalars() {}

    /** A type that has no parameters. */
    enum Primitive implements AvroType.Scalar {
        NULL(0, NO_FIXED_SIZE) {
            @Override
            public @Nullable Object read(AvroInput input) throws DecodeException {
                input.step();
                return null;
            }
        },
        BOOLEAN(1, NO_FIXED_SIZE) {
            @Override
            public Object read(AvroInput input) throws DecodeException {
                return input.readBoolean();
            }
        },
        INT(1, NO_FIXED_SIZE) {
            @Override
            public Object read(AvroInput input) throws DecodeException {
                return input.readInt();
            }

            @Override
            public void skip(AvroInput input, int depth) throws DecodeException {
                input.readInt();
            }
        },
        LONG(1, NO_FIXED_SIZE) {
            @Override
            public Object read(AvroInput input) throws DecodeException {
                return input.readLong();
            }

            @Override
            public void skip(AvroInput input, int depth) throws DecodeException {
                input.readLong();
            }
        },
        FLOAT(Float.BYTES, Float.BYTES) {
            @Override
            public Object read(AvroInput input) throws DecodeException {
                return input.readFloat();
            }

            @Override
            public void skip(AvroInput input, int depth) throws DecodeException {
                input.skip(Float.BYTES);
            }
        },
        DOUBLE(Double.BYTES, Double.BYTES) {
            @Override
            public Object read(AvroInput input) throws DecodeException {
                return input.readDouble();
            }

            @Override
            public void skip(AvroInput input, int depth) throws DecodeException {
                input.skip(Double.BYTES);
            }
        },
        BYTES(1, NO_FIXED_SIZE) {
            @Override
            public Object read(AvroInput input) throws DecodeException {
                return input.readFixed(input.readLength());
            }

            @Override
            public void skip(AvroInput input, int depth) throws DecodeException {
                input.skip(input.readLength());
            }
        },
        STRING(1, NO_FIXED_SIZE) {
            @Override
            public Object read(AvroInput input) throws DecodeException {
                return input.readText();
            }

            @Override
            public void skip(AvroInput input, int depth) throws DecodeException {
                input.skipText();
            }
        };

        private final int minSize;
        private final int fixedSize;

        Primitive(int minSize, int fixedSize) {
            this.minSize = minSize;
            this.fixedSize = fixedSize;
        }

        @Override
        public int minSize() {
            return minSize;
        }

        @Override
        public int fixedSize() {
            return fixedSize;
        }
    }

    /** Bytes of a size that the schema says. */
    record Fixed(int size) implements AvroType.Scalar {

        @Override
        public int minSize() {
            return size;
        }

        @Override
        public int fixedSize() {
            return size;
        }

        @Override
        public Object read(AvroInput input) throws DecodeException {
            input.step();
            return input.readFixed(size);
        }

        @Override
        public void skip(AvroInput input, int depth) throws DecodeException {
            input.step();
            input.skip(size);
        }
    }

    /**
     * One of some words.
     *
     * @param symbols the words as they are read; {@code null} stands for one that the reader's schema does not have
     */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    record Symbols(@Nullable String[] symbols) implements AvroType.Scalar {

        @Override
        public int minSize() {
            return 1;
        }

        @Override
        public Object read(AvroInput input) throws DecodeException {
            long index = input.readInt();
            if (index < 0 || index >= symbols.length) {
                throw input.failure(Fault.MALFORMED, "The payload has a symbol that its enum does not have");
            }
            var symbol = symbols[(int) index];
            if (symbol == null) {
                throw input.failure(Fault.MALFORMED, "The payload has a symbol that the reader's schema does not have");
            }
            return symbol;
        }
    }

    /** A branch that the reader's schema has nothing for. */
    record Unreadable(String reason) implements AvroType.Scalar {

        @Override
        public int minSize() {
            return 0;
        }

        @Override
        public Object read(AvroInput input) throws DecodeException {
            throw input.failure(
                    Fault.MALFORMED, "The payload has a value that the reader's schema can't read: " + reason);
        }
    }
}
