package io.github.hivemqtdengine.route.conversion;

import io.github.hivemqtdengine.expression.Refusal;
import io.github.hivemqtdengine.expression.Truth;

/** Conversion to BOOL of booleans, of the strings {@code true} and {@code false}, and of the numbers 1 and 0. */
record BooleanConversion() implements Conversion {

    @Override
    public Object convert(Object value) throws Refusal {
        return Truth.of(value);
    }
}
