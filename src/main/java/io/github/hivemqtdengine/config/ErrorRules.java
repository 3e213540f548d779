package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Choice;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.conversion.ValueErrors;
import java.util.EnumSet;

/**
 * Error handling of {@code <on-error>}: the defaults for all tables of a route, and their columns and tags.
 *
 * @param decode for payloads that are not of the format
 * @param name for subtables without a name
 * @param values for columns and tags, and for the condition {@code where}
 */
record ErrorRules(OnError decode, OnError name, ValueErrors values) {

    /** Actions for parts that a row can't be without. */
    static final Choice<OnError> FOR_ROWS = Choice.of(EnumSet.of(OnError.DEAD_LETTER, OnError.DROP, OnError.SKIP_ROW));

    /** Actions for values that may be replaced. */
    static final Choice<OnError> FOR_VALUES = Choice.of(EnumSet.complementOf(EnumSet.of(OnError.TRUNCATE)));

    /** Actions for values that are too long. */
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

    /** Returns the actions for automatic columns: unless said otherwise, a number out of range costs only itself. */
    static ValueErrors ofAutoColumns(Section onError) {
        var said = read(onError).values();
        boolean isSaid = onError.attribute("range").isPresent() || said.mismatch() != OnError.DEAD_LETTER;
        return isSaid ? said : new ValueErrors(said.missing(), said.mismatch(), said.length(), OnError.NULL);
    }
}
