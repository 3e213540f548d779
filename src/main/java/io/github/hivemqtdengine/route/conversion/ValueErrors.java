// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.conversion;

import io.github.hivemqtdengine.expression.ConversionException;

/**
 * Actions for values that do not fit a column.
 *
 * @param missing the action if there is no value and the column has no default
 * @param mismatch the action if the value is not of the column's type
 * @param length the action if the value is too long
 * @param range the action if a number or a time is outside the type's range
 */
public record ValueErrors(OnError missing, OnError mismatch, OnError length, OnError range) {

    /** Makes every message with an unexpected value a dead letter. */
    public static final ValueErrors DEAD_LETTER =
            new ValueErrors(OnError.DEAD_LETTER, OnError.DEAD_LETTER, OnError.DEAD_LETTER, OnError.DEAD_LETTER);

    public OnError of(ConversionException refusal) {
        return switch (refusal.kind()) {
            case TYPE -> mismatch;
            case LENGTH -> length;
            case RANGE -> range;
        };
    }
}
