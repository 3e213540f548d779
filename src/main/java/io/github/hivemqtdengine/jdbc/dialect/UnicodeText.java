// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.dialect;

/** Check for unpaired surrogates, which Java strings can contain and encoding silently turns into question marks. */
public final class UnicodeText {

    private UnicodeText() {}

    /**
     * Returns the string.
     *
     * @throws IllegalArgumentException if half of a surrogate pair is missing
     */
    public static String require(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                requirePair(text.codePointAt(i));
                i++;
            }
        }
        return text;
    }

    public static void requirePair(int codePoint) {
        if (!Character.isSupplementaryCodePoint(codePoint)) {
            throw new IllegalArgumentException("The text is not Unicode: half of a surrogate pair is missing");
        }
    }
}
