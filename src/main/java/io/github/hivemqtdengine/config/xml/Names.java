// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.xml;

import io.github.hivemqtdengine.decode.FieldPath;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Forms of ids, of the names of databases, tables and columns, and of paths. */
public final class Names {

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final int MAX_BYTES = 64;

    /** Syntax of an id in XML Schema. */
    public static final String ID_PATTERN = "[A-Za-z0-9_\\-]{1,64}";

    /** Id of a database, a schema registry or a route. */
    public static final Form<String> OF_ID = Form.text(
                    "id", Names::id, "1 to 64 of `a-z A-Z 0-9 _ -`", "1 至 64 个字符，限 `a-z A-Z 0-9 _ -`")
            .matching(ID_PATTERN);

    public static final Form<String> OF_COLUMN = of(Names::column);
    public static final Form<String> OF_DATABASE = of(Names::database);

    private Names() {}

    private static Form<String> of(Function<String, String> parser) {
        return Form.text("name", parser, "name, at most " + MAX_BYTES + " bytes", "名称，最长 " + MAX_BYTES + " 字节")
                .matching("[^`.]+");
    }

    /** Returns the form of a JSON Pointer. */
    public static Form<String> pointer(String advice) {
        return Form.text("pointer", text -> pointer(text, advice), "JSON Pointer", "JSON Pointer")
                .matching("(/([^~]|~[01])*)?");
    }

    private static String pointer(String text, String advice) {
        if (!FieldPath.isPointer(text)) {
            throw new IllegalArgumentException("is not a JSON Pointer; " + advice);
        }
        return text;
    }

    /** Returns the id of a database or a route: part of metric names and log lines. */
    public static String id(String text) {
        if (!ID.matcher(text).matches()) {
            throw new IllegalArgumentException("is not an id: 1 to 64 letters a-z, digits, hyphens and underscores");
        }
        return text;
    }

    public static String database(String text) {
        return identifier(text, MAX_BYTES);
    }

    public static String superTable(String text) {
        return identifier(text, 192);
    }

    public static String column(String text) {
        if (text.equalsIgnoreCase("tbname")) {
            throw new IllegalArgumentException("is what TDengine calls the subtable's name; choose another name");
        }
        return identifier(text, MAX_BYTES);
    }

    /** Returns a name that must only be present. */
    public static String any(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("must not be empty");
        }
        return text;
    }

    /** Returns a name that can be quoted with back-quotes unchanged, by the rules of TDengine. */
    private static String identifier(String text, int maxBytes) {
        if (any(text).getBytes(StandardCharsets.UTF_8).length > maxBytes) {
            throw new IllegalArgumentException("is longer than " + maxBytes + " bytes");
        }
        if (text.indexOf('`') >= 0 || text.indexOf('.') >= 0) {
            throw new IllegalArgumentException("must not contain a back-quote or a dot");
        }
        if (!text.strip().equals(text) || !text.codePoints().allMatch(Names::isPrintable)) {
            throw new IllegalArgumentException("must consist of printable characters, without blanks around them");
        }
        return text;
    }

    private static boolean isPrintable(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
