package io.github.hivemqtdengine.route.table;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Suffix that makes a name unique: an underscore and 128 bits in hexadecimal. */
final class NameHash {

    /** Length of the suffix in characters, including the underscore. */
    static final int LENGTH = 33;

    private static final int BYTES = 16;

    private NameHash() {}

    /** Returns the suffix for strings, each hashed with its length, so that {@code ab, c} and {@code a, bc} differ. */
    static String of(String... texts) {
        var digest = sha256();
        for (var text : texts) {
            // UTF-8 would encode all unpaired surrogates alike
            var bytes = ByteBuffer.allocate(Integer.BYTES + Character.BYTES * text.length());
            bytes.putInt(text.length()).asCharBuffer().put(text);
            digest.update(bytes.array());
        }
        return "_" + HexFormat.of().formatHex(digest.digest(), 0, BYTES);
    }

    /** Returns whether a name ends like a hashed one. */
    static boolean isAtEndOf(String name) {
        int from = name.length() - LENGTH;
        return from >= 0
                && name.charAt(from) == '_'
                && name.chars().skip(from + 1L).allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
