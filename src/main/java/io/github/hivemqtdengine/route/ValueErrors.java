package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.expression.Refusal;

/**
 * What happens to values that are not as a column expects them.
 *
 * @param missing where there is none and the column has no default
 * @param mismatch where it is not of the column's type
 * @param length where it is too long
 * @param range where it is a number, or a time, outside of the type's range
 */
public record ValueErrors(OnError missing, OnError mismatch, OnError length, OnError range) {

    /** Every message that is not as expected goes to the dead letters. */
    public static final ValueErrors DEAD_LETTER =
            new ValueErrors(OnError.DEAD_LETTER, OnError.DEAD_LETTER, OnError.DEAD_LETTER, OnError.DEAD_LETTER);

    OnError of(Refusal refusal) {
        return switch (refusal.kind()) {
            case TYPE -> mismatch;
            case LENGTH -> length;
            case RANGE -> range;
        };
    }
}
