package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.expression.Refusal;
import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.route.MappingException.Reason;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Makes values those of one column, or does what the mapping says where they don't fit. Immutable. */
final class ColumnFit {

    private final Column column;
    private final ValueErrors errors;
    private final Conversion conversion;
    private final @Nullable Object defaultValue;

    /**
     * @param defaultValue as text, {@code null} for none
     * @throws IllegalArgumentException if the default does not fit the column's type
     */
    ColumnFit(Column column, ValueErrors errors, @Nullable String defaultValue) {
        this.column = column;
        this.errors = errors;
        this.conversion = Conversion.to(column.type());
        this.defaultValue = defaultValue == null ? null : converted(defaultValue);
    }

    private Object converted(String text) {
        try {
            return conversion.convert(text);
        } catch (Refusal e) {
            throw new IllegalArgumentException(name() + ": the default does not fit: " + e.getMessage(), e);
        }
    }

    /**
     * The column's value for a value that is not missing.
     *
     * @param events hears if it is replaced
     * @throws MappingException if it does not fit
     */
    @Nullable
    Object value(@Nullable Object value, MappingEvents events) throws MappingException {
        if (value == null) {
            return defaultValue == null ? null : replaced(OnError.DEFAULT, events);
        }
        try {
            return conversion.convert(value);
        } catch (Refusal e) {
            return errors.of(e) == OnError.TRUNCATE ? truncated(value, e, events) : refused(e, events);
        }
    }

    /**
     * The column's value where there is none.
     *
     * @param what the template that has none
     * @throws MappingException if the mapping wants one
     */
    @Nullable
    Object missing(Object what, MappingEvents events) throws MappingException {
        var action = defaultValue != null ? OnError.DEFAULT : errors.missing();
        if (isReplacement(action)) {
            return replaced(action, events);
        }
        throw new MappingException(Reason.MISSING, name() + " has no value: " + what + " is missing", action);
    }

    /**
     * The column's value where an expression has refused to make one.
     *
     * @throws MappingException if the mapping does not replace it
     */
    @Nullable
    Object refused(Refusal refusal, MappingEvents events) throws MappingException {
        var action = errors.of(refusal);
        if (isReplacement(action)) {
            return replaced(action, events);
        }
        // what can't be cut is kept whole
        throw failure(refusal, action == OnError.TRUNCATE ? OnError.DEAD_LETTER : action);
    }

    /**
     * The column's value for one that was another column's.
     *
     * @param value of a type that rows have
     * @throws IllegalArgumentException if it does not fit
     */
    Object ofAnother(Object value) {
        try {
            return conversion.convert(value instanceof Double number ? decoded(number) : value);
        } catch (Refusal e) {
            throw new IllegalArgumentException(sentence(e), e);
        }
    }

    /** As a decoder has it: a number without a fraction is a whole one. */
    private static Object decoded(Double number) {
        long whole = number.longValue();
        return whole == number ? (Object) whole : new BigDecimal(number.toString());
    }

    private static boolean isReplacement(OnError action) {
        return action == OnError.NULL || action == OnError.DEFAULT;
    }

    private @Nullable Object replaced(OnError action, MappingEvents events) {
        boolean isDefault = action == OnError.DEFAULT && defaultValue != null;
        events.count(isDefault ? MappingEvent.VALUES_DEFAULTED : MappingEvent.VALUES_NULLED, column.name());
        return isDefault ? defaultValue : null;
    }

    private Object truncated(Object value, Refusal tooLong, MappingEvents events) throws MappingException {
        try {
            var cut = conversion.truncate(value);
            events.count(MappingEvent.VALUES_TRUNCATED, column.name());
            return cut;
        } catch (Refusal e) {
            throw failure(tooLong, OnError.DEAD_LETTER);
        }
    }

    private MappingException failure(Refusal refusal, OnError action) {
        return new MappingException(MappingException.reason(refusal), sentence(refusal), action);
    }

    private String sentence(Refusal refusal) {
        return name() + " of type " + column.type() + ": " + refusal.getMessage();
    }

    private String name() {
        return "Column \"" + column.name() + "\"";
    }
}
