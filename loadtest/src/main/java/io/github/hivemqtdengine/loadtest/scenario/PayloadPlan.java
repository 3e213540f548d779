package io.github.hivemqtdengine.loadtest.scenario;

/**
 * Content of a message.
 *
 * @param bytes length of a message of {@link Format#MQTTLOADER} (at least 8) and of {@link Format#BLOCK}
 * @param template text of {@link Format#TEMPLATE}, empty otherwise
 * @param records number of records per message, at least 1
 * @param compression compression of the whole payload
 */
public record PayloadPlan(Format format, int bytes, String template, int records, Compression compression) {

    public enum Format {
        /**
         * mqttloader's: the send time in eight bytes, big-endian epoch microseconds. This suite adds, from 20 bytes on,
         * the publisher (4 bytes), the message number (8 bytes), and zeros.
         */
        MQTTLOADER,
        /** Small JSON object with five values, or an array of them. */
        JSON,
        /** Record of the Avro experiment as JSON. */
        WIDE_JSON,
        /** Record of the Avro experiment as Avro data without header. */
        AVRO,
        /** Values of {@link #JSON} as Avro data without header. */
        SMALL_AVRO,
        /** Sparkplug B NDATA payload. */
        SPARKPLUG,
        /** Bytes that compress about as well as measured values. */
        BLOCK,
        /** User-defined JSON with generators. */
        TEMPLATE
    }

    public enum Compression {
        NONE,
        GZIP,
        SNAPPY,
        ZSTD,
        LZ4
    }
}
