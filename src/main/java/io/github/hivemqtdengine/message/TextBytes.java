// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.message;

import org.jspecify.annotations.Nullable;

/** Strings as UTF-8: their sizes, and whether every database can store them. */
public final class TextBytes {

    private static final int FIRST_OF_TWO_BYTES = 0x80;
    private static final int FIRST_OF_THREE_BYTES = 0x800;

    private TextBytes() {}

    /**
     * Returns the size in bytes of a string in UTF-8, as {@link String#getBytes(java.nio.charset.Charset)} encodes it,
     * without encoding it; 0 for {@code null}.
     */
    public static long utf8(@Nullable String text) {
        if (text == null) {
            return 0;
        }
        long bytes = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < FIRST_OF_TWO_BYTES) {
                continue;
            }
            if (c < FIRST_OF_THREE_BYTES) {
                bytes++;
            } else if (!Character.isSurrogate(c)) {
                bytes += 2;
            } else if (isPair(text, i)) {
                bytes += 2; // four bytes for two characters; an unpaired surrogate becomes a question mark
                i++;
            }
        }
        return bytes;
    }

    private static boolean isPair(String text, int at) {
        return at + 1 < text.length() && Character.isSurrogatePair(text.charAt(at), text.charAt(at + 1));
    }

    /** Returns whether a string has U+0000 or an unpaired surrogate, which not every database can store. */
    public static boolean isUnstorable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0) {
                return true;
            }
            if (Character.isSurrogate(c)) {
                if (!isPair(text, i)) {
                    return true;
                }
                i++;
            }
        }
        return false;
    }
}
