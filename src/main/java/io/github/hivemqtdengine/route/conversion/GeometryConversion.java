package io.github.hivemqtdengine.route.conversion;

import io.github.hivemqtdengine.expression.Refusal;
import java.util.regex.Pattern;

/** Conversion to GEOMETRY of well-known text. Only the syntax is checked; the database validates the shape. */
record GeometryConversion() implements Conversion {

    private static final int MAX_CHARACTERS = 65_517;
    private static final Pattern SYNTAX = Pattern.compile(
            "(?:MULTI)?(?:POINT|LINESTRING|POLYGON|GEOMETRYCOLLECTION)(?: Z| M| ZM)? ?"
                    + "(?:EMPTY|\\([A-Z0-9 (),.+-]++(?<=\\)))",
            Pattern.CASE_INSENSITIVE);

    @Override
    public Object convert(Object value) throws Refusal {
        if (value instanceof String text
                && text.length() <= MAX_CHARACTERS
                && SYNTAX.matcher(text).matches()) {
            return text;
        }
        throw Refusal.of(value, "is no well-known text like POINT(1.5 2)");
    }
}
