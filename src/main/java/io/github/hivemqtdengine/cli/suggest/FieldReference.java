package io.github.hivemqtdengine.cli.suggest;

import io.github.hivemqtdengine.config.xml.XmlText;
import java.util.regex.Pattern;

/** Template reference to a field of a JSON payload. */
final class FieldReference {

    /** Characters that an argument may have without quotes; a subset of those allowed. */
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}/_.~:-]*");

    private FieldReference() {}

    /** @param shared whether the pointer starts at the message instead of the record */
    static String of(String pointer, boolean shared) {
        return "${" + (shared ? "payload-root:" : "payload:")
                + (PLAIN.matcher(pointer).matches() ? pointer : quoted(pointer)) + "}";
    }

    private static String quoted(String pointer) {
        return "'" + pointer.replace("'", "''") + "'";
    }

    /** Returns whether a mapping in XML can refer to the field. */
    static boolean isPossible(String pointer) {
        return !pointer.contains("${") && pointer.codePoints().allMatch(XmlText::isWritable);
    }
}
