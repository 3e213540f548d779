package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Objects;
import java.util.UUID;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A scalar that its logical type gives a meaning.
 *
 * @param plain what it is made of
 */
record AvroLogical(Scalar plain, Meaning meaning) implements AvroType.Scalar {

    private static final int MAX_DIGITS = Document.MAX_DIGITS;

    /** So many bytes have about {@link #MAX_DIGITS} digits. */
    private static final int MAX_DECIMAL_BYTES = 416;

    private static final long MILLIS = 1_000;
    private static final long MICROS = 1_000_000;
    private static final long NANOS = 1_000_000_000;
    private static final long MILLIS_PER_DAY = 86_400_000;
    private static final long MICROS_PER_DAY = 86_400_000_000L;
    private static final int DURATION_SIZE = 12;
    private static final String DURATION = "duration";

    /** What a plain value means. */
    @FunctionalInterface
    interface Meaning {
        Object of(Object plain, AvroInput input) throws DecodeException;
    }

    /**
     * A type with the logical type that its schema says.
     *
     * @param plain what it is without, also if the logical type is unknown or does not suit it
     */
    static Scalar of(Schema schema, Scalar plain) {
        var meaning = meaning(schema);
        return meaning == null ? plain : new AvroLogical(plain, meaning);
    }

    private static @Nullable Meaning meaning(Schema schema) {
        if (schema.getLogicalType() instanceof LogicalTypes.Decimal decimal) {
            return decimal(decimal);
        }
        boolean isFixed = schema.getType() == Schema.Type.FIXED;
        if (isFixed && schema.getFixedSize() == DURATION_SIZE && DURATION.equals(schema.getProp("logicalType"))) {
            return (value, input) -> duration((byte[]) value);
        }
        if (schema.getLogicalType() == null) {
            return null;
        }
        return switch (schema.getLogicalType().getName()) {
            case "date" -> (value, input) -> LocalDate.ofEpochDay((long) value).toString();
            case "time-millis" -> (value, input) -> time((long) value, MILLIS_PER_DAY, NANOS / MILLIS, input);
            case "time-micros" -> (value, input) -> time((long) value, MICROS_PER_DAY, NANOS / MICROS, input);
            case "timestamp-millis" -> (value, input) -> instant((long) value, MILLIS);
            case "timestamp-micros" -> (value, input) -> instant((long) value, MICROS);
            case "timestamp-nanos" -> (value, input) -> instant((long) value, NANOS);
            case "local-timestamp-millis" -> (value, input) -> local((long) value, MILLIS);
            case "local-timestamp-micros" -> (value, input) -> local((long) value, MICROS);
            case "local-timestamp-nanos" -> (value, input) -> local((long) value, NANOS);
            case "uuid" -> isFixed ? (value, input) -> uuid((byte[]) value) : null;
            default -> null;
        };
    }

    private static Meaning decimal(LogicalTypes.Decimal decimal) {
        int scale = decimal.getScale();
        if (decimal.getPrecision() > MAX_DIGITS) {
            throw new IllegalArgumentException("has a decimal of more than " + MAX_DIGITS + " digits");
        }
        return (value, input) -> {
            var bytes = (byte[]) value;
            if (bytes.length == 0) {
                throw input.failure(Fault.MALFORMED, "The payload has a decimal without a digit");
            }
            if (bytes.length > MAX_DECIMAL_BYTES) {
                throw input.failure(Fault.LIMIT, "The payload has a decimal of more than " + MAX_DIGITS + " digits");
            }
            return new BigDecimal(new BigInteger(bytes), scale);
        };
    }

    private static String time(long value, long perDay, long nanos, AvroInput input) throws DecodeException {
        if (value < 0 || value >= perDay) {
            throw input.failure(Fault.MALFORMED, "The payload has a time that no day has");
        }
        return DateTimeFormatter.ISO_LOCAL_TIME.format(LocalTime.ofNanoOfDay(value * nanos));
    }

    private static Instant instant(long value, long perSecond) {
        return Instant.ofEpochSecond(Math.floorDiv(value, perSecond), nanos(value, perSecond));
    }

    private static String local(long value, long perSecond) {
        return DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(LocalDateTime.ofEpochSecond(
                Math.floorDiv(value, perSecond), (int) nanos(value, perSecond), ZoneOffset.UTC));
    }

    private static long nanos(long value, long perSecond) {
        return Math.floorMod(value, perSecond) * (NANOS / perSecond);
    }

    private static String uuid(byte[] bytes) {
        var halves = ByteBuffer.wrap(bytes);
        return new UUID(halves.getLong(), halves.getLong()).toString();
    }

    /** Months, days and milliseconds, none of which has a sign. */
    private static String duration(byte[] bytes) {
        var parts = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        long months = Integer.toUnsignedLong(parts.getInt());
        long days = Integer.toUnsignedLong(parts.getInt());
        var time = Duration.ofMillis(Integer.toUnsignedLong(parts.getInt()));
        var date = "P" + (months == 0 ? "" : months + "M") + (days == 0 ? "" : days + "D");
        return time.isZero() && date.length() > 1
                ? date
                : date + time.toString().substring(1);
    }

    @Override
    public int minSize() {
        return plain.minSize();
    }

    @Override
    public Object read(AvroInput input) throws DecodeException {
        return meaning.of(Objects.requireNonNull(plain.read(input)), input);
    }
}
