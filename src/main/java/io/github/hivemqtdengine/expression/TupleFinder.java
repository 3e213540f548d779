package io.github.hivemqtdengine.expression;

import java.util.regex.Pattern;

/** Finds the single tuple after VALUES that ends a statement and contains all of its values. For one statement. */
final class TupleFinder {

    private static final Pattern VALUES = Pattern.compile("(?is).*\\bvalues\\s*");

    private int depth;
    private int begin;
    private boolean isClosed;
    private boolean isOther;

    /** @param before the text before the parenthesis, empty if it contains a value */
    void open(CharSequence before) {
        if (depth == 0) {
            isOther |= begin > 0;
            if (VALUES.matcher(before).matches()) {
                begin = before.length();
            }
        }
        depth++;
    }

    void close() {
        depth--;
        isClosed |= depth == 0 && begin > 0;
        isOther |= depth < 0;
    }

    void value() {
        isOther |= depth == 0 || begin == 0;
    }

    void word() {
        isOther |= isClosed && depth == 0;
    }

    /** Returns the index of the tuple, 0 if the statement has another form. */
    int begin() {
        return isOther || !isClosed || depth != 0 ? 0 : begin;
    }
}
