// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.message;

import java.util.Locale;

/** Timestamp precision of a database. */
public enum Precision {
    MILLISECONDS("ms", 1_000_000),
    MICROSECONDS("us", 1_000),
    NANOSECONDS("ns", 1);

    private final String unit;
    private final long nanos;

    Precision(String unit, long nanos) {
        this.unit = unit;
        this.nanos = nanos;
    }

    /**
     * Returns the precision of a unit.
     *
     * @throws IllegalArgumentException if it is not {@code ms}, {@code us} or {@code ns}; the message is for the
     *     operator
     */
    public static Precision ofUnit(String unit) {
        for (var precision : values()) {
            if (precision.unit.equals(unit.strip().toLowerCase(Locale.ROOT))) {
                return precision;
            }
        }
        throw new IllegalArgumentException("is not a precision; use ms, us or ns");
    }

    /** Returns {@code ms}, {@code us} or {@code ns}. */
    public String unit() {
        return unit;
    }

    /** Returns the length of one step in nanoseconds. */
    public long nanos() {
        return nanos;
    }

    /** Returns the whole steps since the epoch, rounded towards the past. */
    public long ticks(long epochNanos) {
        return Math.floorDiv(epochNanos, nanos);
    }
}
