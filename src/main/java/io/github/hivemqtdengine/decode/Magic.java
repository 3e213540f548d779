package io.github.hivemqtdengine.decode;

import java.util.Arrays;
import java.util.HexFormat;

/** Leading bytes of compressed payloads. */
public final class Magic {

    public static final byte[] GZIP = bytes("1f8b08");
    public static final byte[] ZSTD = bytes("28b52ffd");
    public static final byte[] LZ4 = bytes("04224d18");
    public static final byte[] SNAPPY_FRAMED = bytes("ff060000734e61507059");
    public static final byte[] SNAPPY_XERIAL = bytes("82534e4150505900");

    /** Size of a header, one block of at least one byte, and a checksum. */
    private static final int SHORTEST_ZLIB = 8;

    private Magic() {}

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    public static boolean isAt(byte[] payload, int position, byte[] magic) {
        int end = position + magic.length;
        return end <= payload.length && Arrays.equals(payload, position, end, magic, 0, magic.length);
    }

    /** Returns whether the first two bytes are a zlib header without a dictionary (RFC 1950, 2.2). */
    public static boolean isZlib(byte[] payload) {
        if (payload.length < SHORTEST_ZLIB) {
            return false;
        }
        int method = payload[0] & 0xFF;
        int flags = payload[1] & 0xFF;
        return (method & 0x0F) == 8 && method >> 4 <= 7 && (flags & 0x20) == 0 && (method << 8 | flags) % 31 == 0;
    }
}
