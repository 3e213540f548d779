package io.github.hivemqtdengine.message;

import java.util.Locale;

/** The smallest step between two timestamps of a database. */
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
     * The precision of a unit as databases and mappings write it.
     *
     * @throws IllegalArgumentException with a sentence for the user if this is not {@code ms}, {@code us} or {@code ns}
     */
    public static Precision ofUnit(String unit) {
        for (var precision : values()) {
            if (precision.unit.equals(unit.strip().toLowerCase(Locale.ROOT))) {
                return precision;
            }
        }
        throw new IllegalArgumentException("is not a precision; use ms, us or ns");
    }

    /** {@code ms}, {@code us} or {@code ns}. */
    public String unit() {
        return unit;
    }

    /** The length of one step in nanoseconds. */
    public long nanos() {
        return nanos;
    }

    /** Whole steps since the epoch; what is finer is cut off towards the past. */
    public long ticks(long epochNanos) {
        return Math.floorDiv(epochNanos, nanos);
    }
}
