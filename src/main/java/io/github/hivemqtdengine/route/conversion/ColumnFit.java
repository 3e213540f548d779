// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.conversion;

import io.github.hivemqtdengine.expression.ConversionException;
import io.github.hivemqtdengine.expression.SharedResult;
import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.metrics.MappingEvent;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Conversion of values to the type of one column, or the mapping's error action. Immutable. */
public final class ColumnFit {

    private final String what;
    private final Column column;
    private final ValueErrors errors;
    private final Conversion conversion;
    private final SharedResult converted;
    private final SharedResult truncated;
    private final @Nullable Object defaultValue;

    /**
     * @param what {@code Column} or {@code Tag}, for messages
     * @param defaultValue the default as text, {@code null} for none
     * @param rounds whether a floating-point column rounds whole numbers; if not, they are out of range
     * @throws IllegalArgumentException if the default does not fit the column's type
     */
    public ColumnFit(String what, Column column, ValueErrors errors, @Nullable String defaultValue, boolean rounds) {
        this.what = what;
        this.column = column;
        this.errors = errors;
        this.conversion = Conversion.to(column.type(), rounds);
        this.converted = new SharedResult(values -> conversion.convert(values[0]));
        this.truncated = new SharedResult(values -> conversion.truncate(values[0]));
        this.defaultValue = defaultValue == null ? null : converted(defaultValue);
    }

    private Object converted(String text) {
        try {
            return conversion.convert(text);
        } catch (ConversionException e) {
            throw new IllegalArgumentException(name() + ": the default does not fit: " + e.getMessage(), e);
        }
    }

    /**
     * Converts a value that is not missing.
     *
     * @param events receives a replacement of the value
     * @throws MappingException if the value does not fit
     */
    @Nullable
    public Object value(@Nullable Object value, MappingEvents events) throws MappingException {
        if (value == null) {
            return defaultValue == null ? null : replaced(OnError.DEFAULT, events);
        }
        try {
            return SharedResult.isLarge(value) ? converted.of(value) : conversion.convert(value);
        } catch (ConversionException e) {
            return errors.of(e) == OnError.TRUNCATE ? truncated(value, e, events) : refused(e, events);
        }
    }

    /**
     * Returns the replacement for a missing value.
     *
     * @param what the template whose value is missing
     * @throws MappingException if the mapping requires a value
     */
    @Nullable
    public Object missing(Object what, MappingEvents events) throws MappingException {
        var action = defaultValue != null ? OnError.DEFAULT : errors.missing();
        if (isReplacement(action)) {
            return replaced(action, events);
        }
        throw new MappingException(DeadLetterReason.MISSING, name() + " has no value: " + what + " is missing", action);
    }

    /**
     * Returns the replacement for a value that an expression could not compute.
     *
     * @throws MappingException if the mapping does not replace the value
     */
    @Nullable
    public Object refused(ConversionException refusal, MappingEvents events) throws MappingException {
        var action = errors.of(refusal);
        if (isReplacement(action)) {
            return replaced(action, events);
        }
        // a value that can't be truncated is kept whole, in a dead letter
        throw failure(refusal, action == OnError.TRUNCATE ? OnError.DEAD_LETTER : action);
    }

    /**
     * Converts the value of another column to the type of this one.
     *
     * @param value a value of a type that rows have
     * @throws IllegalArgumentException if the value does not fit
     */
    public Object ofAnother(Object value) {
        try {
            return conversion.convert(value instanceof Double number ? decoded(number) : value);
        } catch (ConversionException e) {
            throw new IllegalArgumentException(sentence(e), e);
        }
    }

    /** Returns a number as a decoder would: without a fraction as a {@link Long}, otherwise as a decimal. */
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

    private @Nullable Object truncated(Object value, ConversionException tooLong, MappingEvents events)
            throws MappingException {
        try {
            var cut = truncated.of(value);
            events.count(MappingEvent.VALUES_TRUNCATED, column.name());
            return cut;
        } catch (ConversionException e) {
            throw failure(tooLong, OnError.DEAD_LETTER);
        }
    }

    private MappingException failure(ConversionException refusal, OnError action) {
        return new MappingException(MappingException.reason(refusal), sentence(refusal), action);
    }

    private String sentence(ConversionException refusal) {
        return name() + " of type " + column.type() + ": " + refusal.getMessage();
    }

    private String name() {
        return what + " \"" + column.name() + "\"";
    }
}
