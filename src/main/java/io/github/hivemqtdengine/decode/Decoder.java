package io.github.hivemqtdengine.decode;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns a payload into records. A decoder is made for the fields that one route asks for, and a record holds the values
 * of exactly these fields in their order; what nobody asked for is skipped unread.
 *
 * <p>A value is a {@link String}, {@link Boolean}, {@link Long}, {@link java.math.BigInteger} (beyond 64 bits), {@link
 * java.math.BigDecimal}, {@link Double} and {@link Float} (each means the shortest decimal number that is nearest to it;
 * it may be infinite or no number), {@link java.time.Instant}, {@code byte[]}, {@link Structure} (an object or array),
 * {@code null} (the payload says null) or {@link #MISSING}; of {@link FieldPath.Scope#SCALARS} it is {@link Scalars}.
 *
 * <p>Decoders are immutable, may be called by many threads, and touch nothing but their argument.
 */
@FunctionalInterface
public interface Decoder {

    /** What a record holds for a field that the payload does not have. */
    Object MISSING = new Object() {
        @Override
        public String toString() {
            return "missing";
        }
    };

    /**
     * Fields of a payload.
     *
     * @param fields by their pointers from the record on, in the payload's order; neither null nor a {@link Structure}
     * @param left how many more there are
     */
    record Scalars(Map<String, Object> fields, int left) {
        @Override
        public String toString() {
            return fields + (left == 0 ? "" : " and " + left + " more");
        }
    }

    /**
     * The records of a payload, in their order.
     *
     * @param broken hears of records that can't be read
     * @throws DecodeException if the payload is not of this format
     */
    List<@Nullable Object[]> decode(Payload payload, BrokenRecords broken) throws DecodeException;
}
