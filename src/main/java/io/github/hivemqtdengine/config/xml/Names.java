package io.github.hivemqtdengine.config.xml;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Parser of ids and of the names of databases, tables and columns. */
public final class Names {

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private Names() {}

    /** Returns the id of a database or a route: part of metric names and log lines. */
    public static String id(String text) {
        if (!ID.matcher(text).matches()) {
            throw new IllegalArgumentException("is not an id: 1 to 64 letters a-z, digits, hyphens and underscores");
        }
        return text;
    }

    public static String database(String text) {
        return identifier(text, 64);
    }

    public static String superTable(String text) {
        return identifier(text, 192);
    }

    public static String column(String text) {
        if (text.equalsIgnoreCase("tbname")) {
            throw new IllegalArgumentException("is what TDengine calls the subtable's name; choose another name");
        }
        return identifier(text, 64);
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
