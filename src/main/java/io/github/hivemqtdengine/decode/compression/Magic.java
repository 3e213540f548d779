// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.compression;

import java.util.Arrays;
import java.util.HexFormat;

/** First bytes of compressed payloads. */
final class Magic {

    static final byte[] GZIP = HexFormat.of().parseHex("1f8b08");
    static final byte[] ZSTD = HexFormat.of().parseHex("28b52ffd");
    static final byte[] LZ4 = HexFormat.of().parseHex("04224d18");
    static final byte[] SNAPPY_FRAMED = HexFormat.of().parseHex("ff060000734e61507059");
    static final byte[] SNAPPY_XERIAL = HexFormat.of().parseHex("82534e4150505900");

    /** Size of a zlib header, one block of at least one byte, and a checksum. */
    private static final int SHORTEST_ZLIB = 8;

    private Magic() {}

    /** Returns whether bytes are at a position of a payload. */
    static boolean isAt(byte[] payload, int position, byte[] magic) {
        int end = position + magic.length;
        return end <= payload.length && Arrays.equals(payload, position, end, magic, 0, magic.length);
    }

    /** Returns whether the first two bytes are a zlib header without a dictionary (RFC 1950, 2.2). */
    static boolean isZlib(byte[] payload) {
        if (payload.length < SHORTEST_ZLIB) {
            return false;
        }
        int method = payload[0] & 0xFF;
        int flags = payload[1] & 0xFF;
        return (method & 0x0F) == 8 && method >> 4 <= 7 && (flags & 0x20) == 0 && (method << 8 | flags) % 31 == 0;
    }
}
