// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.protobuf;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DiscardUnknownFieldsParser;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;
import com.google.protobuf.Timestamp;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.math.BigDecimal;
import java.time.Instant;

/** Conversions of the messages of a type to values. */
enum ProtobufMeaning {

    /** Object of the fields. */
    FIELDS(0, 0, 0),
    /** Value of the first field that is set, or null: wrappers, {@code Struct} and the types in it. */
    VALUE(0, 0, 0),
    /** {@code google.protobuf.Timestamp} as an {@link Instant}, from 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z. */
    TIMESTAMP(-62_135_596_800L, 253_402_300_799L, 0),
    /** {@code google.protobuf.Duration} as text such as {@code 3.5s}, up to 10,000 years in either direction. */
    DURATION(-315_576_000_000L, 315_576_000_000L, -999_999_999);

    private static final int MAX_NANOS = 999_999_999;
    private static final int NANO_DIGITS = 9;

    /** Parser of timestamps, and of durations, which have the same fields. */
    private static final Parser<Timestamp> TIMES = DiscardUnknownFieldsParser.wrap(Timestamp.parser());

    private final long firstSecond;
    private final long lastSecond;
    private final int leastNanos;

    ProtobufMeaning(long firstSecond, long lastSecond, int leastNanos) {
        this.firstSecond = firstSecond;
        this.lastSecond = lastSecond;
        this.leastNanos = leastNanos;
    }

    static ProtobufMeaning of(Descriptor type) {
        return switch (type.getFullName()) {
            case "google.protobuf.Timestamp" -> TIMESTAMP;
            case "google.protobuf.Duration" -> DURATION;
            case "google.protobuf.Struct",
                    "google.protobuf.ListValue",
                    "google.protobuf.Value",
                    "google.protobuf.BoolValue",
                    "google.protobuf.BytesValue",
                    "google.protobuf.StringValue",
                    "google.protobuf.Int32Value",
                    "google.protobuf.Int64Value",
                    "google.protobuf.UInt32Value",
                    "google.protobuf.UInt64Value",
                    "google.protobuf.FloatValue",
                    "google.protobuf.DoubleValue" -> VALUE;
            default -> FIELDS;
        };
    }

    /**
     * Requires that a message, if it is a timestamp or a duration, is in its range.
     *
     * @param position position of the message
     */
    void check(ByteString message, int position) throws DecodeException {
        if (this != TIMESTAMP && this != DURATION) {
            return;
        }
        var time = parsed(message);
        long seconds = time.getSeconds();
        int nanos = time.getNanos();
        if (seconds < firstSecond || seconds > lastSecond || nanos < leastNanos || nanos > MAX_NANOS) {
            throw new DecodeException(Fault.LIMIT, "The payload has a time that Protobuf doesn't have", position);
        }
    }

    /** Returns the value of a timestamp or a duration, each piece of which was checked. */
    Object time(ByteString message) {
        var time = parsed(message);
        return this == TIMESTAMP
                ? Instant.ofEpochSecond(time.getSeconds(), time.getNanos())
                : text(time.getSeconds(), time.getNanos());
    }

    private static Timestamp parsed(ByteString message) {
        try {
            return TIMES.parseFrom(message);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("ProtobufCheck accepted an invalid message", e);
        }
    }

    private static String text(long seconds, int nanos) {
        var duration = BigDecimal.valueOf(seconds).add(BigDecimal.valueOf(nanos, NANO_DIGITS));
        return duration.stripTrailingZeros().toPlainString() + "s";
    }
}
