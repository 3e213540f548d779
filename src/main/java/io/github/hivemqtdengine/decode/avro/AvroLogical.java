// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.avro;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.avro.AvroType.Meaning;
import io.github.hivemqtdengine.decode.document.Document;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** Conversions of scalars by their logical types. */
final class AvroLogical {

    private static final int MAX_DIGITS = Document.MAX_DIGITS;

    /** Number of bytes that hold about {@link #MAX_DIGITS} digits. */
    private static final int MAX_DECIMAL_BYTES = 416;

    private AvroLogical() {}

    /** Returns the conversion of a logical type, or {@code null} if it is missing, unknown or unsuitable. */
    static @Nullable Meaning meaning(Schema schema) {
        var type = AvroSchema.logicalType(schema);
        if (type == null) {
            return null;
        }
        var name = type.getName();
        var unit = name.endsWith("-millis")
                ? ChronoUnit.MILLIS
                : name.endsWith("-micros") ? ChronoUnit.MICROS : ChronoUnit.NANOS;
        return switch (name) {
            case "decimal" -> decimal((LogicalTypes.Decimal) type);
            case "date" -> (value, input) -> LocalDate.ofEpochDay((long) value).toString();
            case "time-millis", "time-micros" -> (value, input) -> time((long) value, unit, input);
            case "timestamp-millis", "timestamp-micros", "timestamp-nanos" ->
                (value, input) -> Instant.EPOCH.plus((long) value, unit);
            case "local-timestamp-millis", "local-timestamp-micros", "local-timestamp-nanos" ->
                (value, input) -> DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(
                        LocalDateTime.ofInstant(Instant.EPOCH.plus((long) value, unit), ZoneOffset.UTC));
            case "uuid" -> schema.getType() == Schema.Type.FIXED ? (value, input) -> uuid((byte[]) value) : null;
            case "duration" -> (value, input) -> duration((byte[]) value);
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
            return bytes.length > Long.BYTES
                    ? new BigDecimal(new BigInteger(bytes), scale)
                    : BigDecimal.valueOf(compact(bytes), scale);
        };
    }

    /** Returns a number of up to 64 bits; a {@link BigDecimal} of it takes less than half of the memory. */
    private static long compact(byte[] bytes) {
        long number = bytes[0];
        for (int i = 1; i < bytes.length; i++) {
            number = number << Byte.SIZE | (bytes[i] & 0xFF);
        }
        return number;
    }

    private static String time(long value, ChronoUnit unit, AvroInput input) throws DecodeException {
        try {
            return DateTimeFormatter.ISO_LOCAL_TIME.format(
                    LocalTime.ofNanoOfDay(TimeUnit.of(unit).toNanos(value)));
        } catch (DateTimeException e) {
            throw input.failure(Fault.MALFORMED, "The payload has a time that no day has");
        }
    }

    private static String uuid(byte[] bytes) {
        var halves = ByteBuffer.wrap(bytes);
        return new UUID(halves.getLong(), halves.getLong()).toString();
    }

    /** Converts three unsigned numbers (months, days, milliseconds) to ISO 8601. */
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
}
