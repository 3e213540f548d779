// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import org.jspecify.annotations.Nullable;

/**
 * Value in a subtable's name, prepared for several rows: for each row, a long value costs no more than a short one. For
 * one thread.
 */
final class NameValue {

    private final String text;
    private final String allowed;
    private final boolean isReplaced;
    private byte @Nullable [] hashInput;

    NameValue(String text) {
        this.text = text;
        var name = new StringBuilder();
        // the rest of a longer text is cut in any case
        int end = Math.min(text.length(), SubtableName.MAX_BYTES + 1);
        int whole = end < text.length() && Character.isHighSurrogate(text.charAt(end - 1)) ? end + 1 : end;
        this.isReplaced = NameCharacters.append(name, text.substring(0, whole));
        this.allowed = name.toString();
    }

    /** Returns the text with its disallowed characters replaced; of a text that is too long for a name its beginning. */
    String allowed() {
        return allowed;
    }

    /** Returns whether {@link #allowed} may be that of another text. */
    boolean isLossy() {
        return isReplaced || text.isEmpty() || isTooLong();
    }

    private boolean isTooLong() {
        return text.length() > SubtableName.MAX_BYTES;
    }

    boolean contains(char character) {
        return allowed.indexOf(character) >= 0;
    }

    /** Returns {@link NameHash#input} of the text. */
    byte[] hashInput() {
        if (hashInput == null) {
            hashInput = NameHash.input(text);
        }
        return hashInput;
    }
}
