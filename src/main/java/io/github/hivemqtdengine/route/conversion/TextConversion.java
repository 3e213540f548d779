package io.github.hivemqtdengine.route.conversion;

import io.github.hivemqtdengine.expression.Refusal;
import io.github.hivemqtdengine.expression.ValueText;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.ColumnType.Kind;

/** Conversion of any value to the text of a VARCHAR or NCHAR column. */
record TextConversion(ColumnType type) implements Conversion {

    private static final int MAX_UTF8_PER_CHAR = 3;

    @Override
    public Object convert(Object value) throws Refusal {
        var text = ValueText.of(value);
        if (ValueText.isUnstorable(text)) {
            throw Refusal.of(value, "has U+0000 or half a surrogate pair, which not every database keeps");
        }
        if (text.length() * (long) MAX_UTF8_PER_CHAR > type.length() && length(text) > type.length()) {
            throw Refusal.tooLong(value, "has a length of " + length(text) + ", too much for " + type);
        }
        return text;
    }

    /** Truncates to whole characters. */
    @Override
    public Object truncate(Object value) throws Refusal {
        var text = ValueText.of(value);
        return convert(
                type.kind() == Kind.NCHAR
                        ? text.substring(0, text.offsetByCodePoints(0, Math.min(type.length(), length(text))))
                        : ValueText.cut(text, type.length()));
    }

    private int length(String text) {
        return type.kind() == Kind.NCHAR ? text.codePointCount(0, text.length()) : ValueText.utf8Length(text);
    }
}
