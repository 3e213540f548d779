package io.github.hivemqtdengine.cli;

import java.util.regex.Pattern;

/** How a mapping refers to a field of a JSON payload. */
final class FieldReference {

    /** What an argument may have without quotes; some more could, but need not. */
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}/_.~:-]*");

    private FieldReference() {}

    /** @param shared whether the pointer begins at the message, and not at the record */
    static String of(String pointer, boolean shared) {
        return "${" + (shared ? "payload-root:" : "payload:")
                + (PLAIN.matcher(pointer).matches() ? pointer : quoted(pointer)) + "}";
    }

    private static String quoted(String pointer) {
        return "'" + pointer.replace("'", "''") + "'";
    }

    /** Whether a mapping in XML can refer to the field. */
    static boolean isPossible(String pointer) {
        return !pointer.contains("${") && pointer.codePoints().allMatch(XmlText::isWritable);
    }
}
