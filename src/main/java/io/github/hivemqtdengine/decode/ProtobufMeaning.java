package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.math.BigDecimal;
import java.time.Instant;

/** What messages of a type stand for. */
enum ProtobufMeaning {

    /** Their fields. */
    FIELDS {
        @Override
        ProtobufValue of(ProtobufMessage message) {
            return message;
        }
    },
    /** The value of the first field that has one, or null: a wrapper, a {@code Struct} and what is in it. */
    VALUE {
        @Override
        ProtobufValue of(ProtobufMessage message) throws DecodeException {
            var fields = message.parts();
            return fields.next() ? fields.value() : new ProtobufScalar(null, message.position());
        }
    },
    /** A {@code google.protobuf.Timestamp}. */
    TIMESTAMP {
        @Override
        ProtobufValue of(ProtobufMessage message) throws DecodeException {
            var parts = message.parts();
            long seconds = next(parts);
            return new ProtobufScalar(Instant.ofEpochSecond(seconds, next(parts)), message.position());
        }

        @Override
        void check(ProtobufMessage message) throws DecodeException {
            var parts = message.parts();
            requireBetween(FIRST_SECOND, next(parts), LAST_SECOND, message);
            requireBetween(0, next(parts), MOST_NANOS, message);
        }
    },
    /** A {@code google.protobuf.Duration}, as text such as {@code 3.5s}. */
    DURATION {
        @Override
        ProtobufValue of(ProtobufMessage message) throws DecodeException {
            var parts = message.parts();
            var seconds = BigDecimal.valueOf(next(parts)).add(BigDecimal.valueOf(next(parts), NANO_DIGITS));
            return new ProtobufScalar(seconds.stripTrailingZeros().toPlainString() + "s", message.position());
        }

        @Override
        void check(ProtobufMessage message) throws DecodeException {
            var parts = message.parts();
            requireBetween(-LONGEST_SECONDS, next(parts), LONGEST_SECONDS, message);
            requireBetween(-MOST_NANOS, next(parts), MOST_NANOS, message);
        }
    };

    /** 0001-01-01T00:00:00Z. */
    private static final long FIRST_SECOND = -62_135_596_800L;

    /** 9999-12-31T23:59:59Z. */
    private static final long LAST_SECOND = 253_402_300_799L;

    /** 10,000 years. */
    private static final long LONGEST_SECONDS = 315_576_000_000L;

    private static final int NANO_DIGITS = 9;
    private static final long MOST_NANOS = 999_999_999;

    /** What a message stands for. */
    abstract ProtobufValue of(ProtobufMessage message) throws DecodeException;

    /** Checks what a message says, whose encoding is right. */
    void check(ProtobufMessage message) throws DecodeException {
        // any fields make sense
    }

    private static long next(ProtobufParts parts) throws DecodeException {
        parts.next();
        return parts.value().scalar() instanceof Long number ? number : 0;
    }

    private static void requireBetween(long least, long number, long most, ProtobufMessage message)
            throws DecodeException {
        if (number < least || number > most) {
            throw new DecodeException(
                    Fault.LIMIT, "The payload has a time that Protobuf doesn't have", message.position());
        }
    }
}
