// SPDX-License-Identifier: Apache-2.0
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

    /**
     * Returns the pointers of what {@link #decode} reads no value of, for a tool: a limited number of lines.
     *
     * @throws DecodeException if the payload is not in this format
     */
    default List<String> unused(Payload payload) throws DecodeException {
        return List.of();
    }

    /**
     * Returns the fields of a payload, for a tool: those with pointers of at most 200 characters, at most 1,000 of them.
     *
     * @throws DecodeException if the payload is not in this format
     */
    default List<PayloadField> fields(Payload payload) throws DecodeException {
        return List.of();
    }

    /**
     * Payload with the publisher's description of it.
     *
     * @param bytes content, never modified
     * @param contentType MQTT 5 content type, or {@code null}
     * @param contentEncoding value of the user property {@code content-encoding}, or {@code null}
     * @param arrivalMicros time of arrival in epoch microseconds; 0 if it is not known
     * @param context what else a format needs to know of the message, or {@code null}
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Payload(
            byte[] bytes,
            @Nullable String contentType,
            @Nullable String contentEncoding,
            long arrivalMicros,
            @Nullable Context context) {

        /** Facts about a message beside its payload; each format that needs any defines its own. */
        public interface Context {}

        public Payload(byte[] bytes, @Nullable String contentType, @Nullable String contentEncoding) {
            this(bytes, contentType, contentEncoding, 0, null);
        }

        /** Returns a payload without a description. */
        public static Payload of(byte[] bytes) {
            return new Payload(bytes, null, null);
        }

        /** Returns this payload in a context. */
        public Payload in(Context around) {
            return new Payload(bytes, contentType, contentEncoding, arrivalMicros, around);
        }
    }

    /** Handler of records that can't be decoded in a payload whose other records can. */
    @FunctionalInterface
    public interface BrokenRecords {

        /** Handler that rejects the payload on the first broken record. */
        BrokenRecords REFUSED = (index, failure) -> {
            throw failure;
        };

        /**
         * Accepts that a broken record is left out.
         *
         * @param index index of the record, from 0
         * @throws DecodeException the failure, if the whole payload is rejected
         */
        void leaveOut(int index, DecodeException failure) throws DecodeException;
    }
}
