package io.github.hivemqtdengine.decode;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Function from a payload to records. A decoder is created for the fields that one route needs, and a record holds the
 * values of exactly these fields in their order.
 *
 * <p>A value is a {@link String}, {@link Boolean}, {@link Long}, {@link java.math.BigInteger} (beyond 64 bits),
 * {@link java.math.BigDecimal}, {@link Double}, {@link Float}, {@link java.time.Instant}, {@code byte[]},
 * {@code Structure} (object or array), {@code null} (null in the payload) or {@link #MISSING}. A float or double means
 * its shortest decimal representation, infinity or NaN. {@link FieldPath.Scope#SCALARS} yields {@link Scalars}.
 *
 * <p>Decoders are thread-safe. Their only state is caches of schemas and field names.
 */
@FunctionalInterface
public interface Decoder {

    /** Value of a field that the payload does not have. */
    Object MISSING = new Object() {
        @Override
        public String toString() {
            return "missing";
        }
    };

    /**
     * Scalar fields of a record.
     *
     * @param fields values by JSON Pointer from the record on, in the payload's order; no null and no {@code Structure}
     * @param left number of further fields that were not collected
     */
    record Scalars(Map<String, Object> fields, int left) {
        @Override
        public String toString() {
            return fields + (left == 0 ? "" : " and " + left + " more");
        }
    }

    /**
     * Decodes a payload to its records, in their order.
     *
     * @param broken handler of records that can't be decoded
     * @throws DecodeException if the payload is not in this format
     */
    List<@Nullable Object[]> decode(Payload payload, BrokenRecords broken) throws DecodeException;
}
