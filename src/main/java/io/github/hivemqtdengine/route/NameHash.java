package io.github.hivemqtdengine.route;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The end of a name that could otherwise be the name of something else: an underscore and 128 bits in hex. */
final class NameHash {

    /** Characters of a hash, its underscore included. */
    static final int LENGTH = 33;

    private static final int BYTES = 16;

    private NameHash() {}

    /** The hash of texts, each with its length, so that {@code ab, c} and {@code a, bc} differ. */
    static String of(String... texts) {
        var digest = sha256();
        for (var text : texts) {
            // not as UTF-8, which makes all half surrogate pairs the same
            var bytes = ByteBuffer.allocate(Integer.BYTES + Character.BYTES * text.length());
            bytes.putInt(text.length()).asCharBuffer().put(text);
            digest.update(bytes.array());
        }
        return "_" + HexFormat.of().formatHex(digest.digest(), 0, BYTES);
    }

    /** Whether a name ends like a hashed one. */
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
