// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

/**
 * Characters of subtable names: letters, digits and marks of any script, {@code _} and {@code -}. TDengine forbids the
 * dot and the backquote. Invisible characters, white space and characters with a meaning in SQL or shells are excluded
 * too.
 */
final class NameCharacters {

    static final char REPLACEMENT = '_';

    private NameCharacters() {}

    static boolean isAllowed(int codePoint) {
        if (codePoint < 0x80) {
            return (codePoint >= 'a' && codePoint <= 'z')
                    || (codePoint >= 'A' && codePoint <= 'Z')
                    || (codePoint >= '0' && codePoint <= '9')
                    || codePoint == '_'
                    || codePoint == '-';
        }
        return isOfAnyScript(codePoint) && !isInvisible(codePoint);
    }

    private static boolean isOfAnyScript(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.UPPERCASE_LETTER,
                    Character.LOWERCASE_LETTER,
                    Character.TITLECASE_LETTER,
                    Character.MODIFIER_LETTER,
                    Character.OTHER_LETTER,
                    Character.DECIMAL_DIGIT_NUMBER,
                    Character.NON_SPACING_MARK,
                    Character.COMBINING_SPACING_MARK -> true;
            default -> false;
        };
    }

    /** Returns whether a letter or mark has no glyph (Unicode Default_Ignorable_Code_Point, in these categories). */
    private static boolean isInvisible(int codePoint) {
        return switch (codePoint) {
            case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180F, 0x3164, 0xFFA0 -> true;
            default ->
                (codePoint >= 0x180B && codePoint <= 0x180D)
                        || (codePoint >= 0xFE00 && codePoint <= 0xFE0F)
                        || (codePoint >= 0xE0100 && codePoint <= 0xE01EF);
        };
    }

    /**
     * Appends text with its disallowed characters replaced.
     *
     * @return whether any character was replaced
     */
    static boolean append(StringBuilder name, String text) {
        boolean replaced = false;
        for (int i = 0; i < text.length(); ) {
            int codePoint = text.codePointAt(i);
            boolean allowed = isAllowed(codePoint);
            name.appendCodePoint(allowed ? codePoint : REPLACEMENT);
            replaced |= !allowed;
            i += Character.charCount(codePoint);
        }
        return replaced;
    }
}
