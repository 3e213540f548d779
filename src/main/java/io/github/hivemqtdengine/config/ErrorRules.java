package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.route.OnError;
import io.github.hivemqtdengine.route.ValueErrors;
import java.util.EnumSet;

/**
 * What {@code <on-error>} says for all tables of a route, and their columns and tags, that say nothing themselves.
 *
 * @param decode for payloads that are not of the format
 * @param name for subtables without a name
 * @param values for columns and tags, and for what {@code where} asks
 */
record ErrorRules(OnError decode, OnError name, ValueErrors values) {

    /** For what a row can't be without. */
    static final Choice<OnError> FOR_ROWS = Choice.of(EnumSet.of(OnError.DEAD_LETTER, OnError.DROP, OnError.SKIP_ROW));

    /** For values that may be replaced. */
    static final Choice<OnError> FOR_VALUES = Choice.of(EnumSet.complementOf(EnumSet.of(OnError.TRUNCATE)));

    /** For values that are too long. */
    static final Choice<OnError> FOR_LENGTHS = Choice.of(OnError.class);

    static ErrorRules read(Section onError) {
        var mismatch = onError.attribute("type-mismatch").or(FOR_VALUES, OnError.DEAD_LETTER);
        return new ErrorRules(
                onError.attribute("decode").or(FOR_ROWS, OnError.DEAD_LETTER),
                onError.attribute("name").or(FOR_ROWS, OnError.DEAD_LETTER),
                new ValueErrors(
                        onError.attribute("missing").or(FOR_VALUES, OnError.DEAD_LETTER),
                        mismatch,
                        onError.attribute("length").or(FOR_LENGTHS, mismatch),
                        onError.attribute("range").or(FOR_VALUES, mismatch)));
    }
}
