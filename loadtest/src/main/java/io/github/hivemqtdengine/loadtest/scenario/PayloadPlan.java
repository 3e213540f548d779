package io.github.hivemqtdengine.loadtest.scenario;

/**
 * What a message contains.
 *
 * @param format how
 * @param bytes the length of a message of {@link Format#MQTTLOADER} (at least 8) and of {@link Format#BLOCK}
 * @param template the text of {@link Format#TEMPLATE}, empty otherwise
 * @param records how many records a message carries, at least 1
 * @param compression what is done to the whole payload
 */
public record PayloadPlan(Format format, int bytes, String template, int records, Compression compression) {

    /** How a payload is made. */
    public enum Format {
        /**
         * mqttloader's: the time of sending in eight bytes, big-endian epoch microseconds. From 20 bytes on ours has the
         * publisher (4 bytes) and the message's number (8 bytes) behind it, then zeros.
         */
        MQTTLOADER,
        /** A small JSON object with five values, or an array of them. */
        JSON,
        /** The record of the Avro experiment as JSON. */
        WIDE_JSON,
        /** The record of the Avro experiment as Avro data without header. */
        AVRO,
        /** The values of {@link #JSON} as Avro data without header. */
        SMALL_AVRO,
        /** A Sparkplug B NDATA payload. */
        SPARKPLUG,
        /** Bytes that compress about as well as measured values do. */
        BLOCK,
        /** JSON of the user's own, with generators. */
        TEMPLATE
    }

    /** How a payload is compressed. */
    public enum Compression {
        NONE,
        GZIP,
        SNAPPY,
        ZSTD,
        LZ4
    }
}
