package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.route.OnError;

/**
 * What {@code <on-error>} says for all columns and tags of a route that say nothing themselves.
 *
 * @param missing where a value is missing
 * @param mismatch where a value does not fit its type
 */
record ErrorRules(OnError missing, OnError mismatch) {

    static final Choice<OnError> CHOICES = Choice.of(OnError.class);

    static ErrorRules read(Section onError) {
        return new ErrorRules(
                onError.attribute("missing").or(CHOICES, OnError.DEAD_LETTER),
                onError.attribute("type-mismatch").or(CHOICES, OnError.DEAD_LETTER));
    }
}
