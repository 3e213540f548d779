package io.github.hivemqtdengine.decode;

/**
 * JSON (RFC 8259) in UTF-8, one value per payload. The last of several fields with the same name counts. A leading byte
 * order mark is skipped.
 */
public record JsonFormat() implements DocumentFormat {

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    @Override
    public Document open(byte[] payload) throws DecodeException {
        Utf8.require(payload);
        return new JsonDocument(payload, startOf(payload), payload.length);
    }

    /** Returns the index of the first byte after an optional byte order mark. */
    static int startOf(byte[] payload) {
        boolean marked = payload.length >= BYTE_ORDER_MARK.length
                && payload[0] == BYTE_ORDER_MARK[0]
                && payload[1] == BYTE_ORDER_MARK[1]
                && payload[2] == BYTE_ORDER_MARK[2];
        return marked ? BYTE_ORDER_MARK.length : 0;
    }
}
