// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.message.Sha256;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Suffix that makes a name unique: an underscore and 128 bits in hexadecimal. */
final class NameHash {

    /** Length of the suffix in characters, including the underscore. */
    static final int LENGTH = 33;

    private static final int BYTES = 16;

    /** Characters of the longest string that is hashed as it is; of longer ones it is their digest. */
    private static final int LONG = 1_024;

    private NameHash() {}

    /** Returns the suffix for strings, each hashed with its length, so that {@code ab, c} and {@code a, bc} differ. */
    static String of(String... texts) {
        return of(Arrays.stream(texts).map(NameHash::input).toList());
    }

    /** Returns the suffix for strings, given by the {@link #input} of each. */
    static String of(List<byte[]> inputs) {
        var digest = Sha256.newDigest();
        inputs.forEach(digest::update);
        return "_" + HexFormat.of().formatHex(digest.digest(), 0, BYTES);
    }

    /** Returns what is hashed of a string: its length, and its characters or, if it is long, their digest. */
    static byte[] input(String text) {
        // UTF-8 would encode all unpaired surrogates alike
        var bytes = ByteBuffer.allocate(Integer.BYTES + Character.BYTES * text.length());
        bytes.putInt(text.length()).asCharBuffer().put(text);
        if (text.length() <= LONG) {
            return bytes.array();
        }
        var digest = Sha256.newDigest().digest(bytes.array());
        return ByteBuffer.allocate(Integer.BYTES + digest.length)
                .putInt(text.length())
                .put(digest)
                .array();
    }

    /** Returns whether a name ends like a hashed one. */
    static boolean isAtEndOf(String name) {
        int from = name.length() - LENGTH;
        return from >= 0
                && name.charAt(from) == '_'
                && name.chars().skip(from + 1L).allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
    }
}
