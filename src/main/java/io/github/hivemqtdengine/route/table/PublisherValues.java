package io.github.hivemqtdengine.route.table;

/**
 * Part of a table's rows that depends on the topic and the client only.
 *
 * @param subtable name of the subtable without a hash of the tags
 * @param converted converted values of columns and tags; {@code Decoder.MISSING} for a value that
 *     each message replaces or rejects, which is counted
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record PublisherValues(String subtable, Object[] converted) {

    /** Size of the record with its array, and of each value without its content. */
    private static final int OBJECT_BYTES = 40;

    /** Returns the approximate size in memory. */
    int bytes() {
        int bytes = OBJECT_BYTES + LossyCache.bytes(subtable);
        for (var value : converted) {
            bytes += value instanceof String text ? LossyCache.bytes(text) : OBJECT_BYTES;
            bytes += value instanceof byte[] raw ? raw.length : 0;
        }
        return bytes;
    }
}
