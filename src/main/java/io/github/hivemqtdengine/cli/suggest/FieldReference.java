// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.suggest;

import io.github.hivemqtdengine.config.xml.XmlText;
import java.util.Optional;
import java.util.regex.Pattern;

/** Template reference to a field of a JSON payload. */
final class FieldReference {

    /** Characters that an argument may have without quotes; a subset of those allowed. */
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}/_.~:-]*");

    private FieldReference() {}

    /** @param shared whether the pointer starts at the message instead of the record */
    static String of(String pointer, boolean shared) {
        return of(pointer, shared, Optional.empty());
    }

    /** Returns the reference in an expression, without the braces of a template. */
    static String inExpression(String pointer) {
        var template = of(pointer, false);
        return template.substring("${".length(), template.length() - 1);
    }

    /** @param unit the unit of a time that is stored in a column */
    static String of(String pointer, boolean shared, Optional<String> unit) {
        var field = (shared ? "payload-root:" : "payload:")
                + (PLAIN.matcher(pointer).matches() ? pointer : quoted(pointer));
        return unit.filter(known -> !known.equals("iso-8601"))
                .map(known -> "${unix-time(" + field + ", '" + known + "')}")
                .orElse("${" + field + "}");
    }

    private static String quoted(String pointer) {
        return "'" + pointer.replace("'", "''") + "'";
    }

    /** Returns whether a mapping in XML can refer to the field. */
    static boolean isPossible(String pointer) {
        return !pointer.contains("${") && pointer.codePoints().allMatch(XmlText::isWritable);
    }
}
