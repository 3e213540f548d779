package io.github.hivemqtdengine.route.conversion;

/** Unit or format of a timestamp in a message. */
public enum TimestampUnit {
    SECONDS(1_000_000_000),
    MILLISECONDS(1_000_000),
    MICROSECONDS(1_000),
    NANOSECONDS(1),
    /** ISO 8601 with an offset or {@code Z}. */
    ISO_8601(0);

    private final long nanos;

    TimestampUnit(long nanos) {
        this.nanos = nanos;
    }

    /** Returns the unit in nanoseconds, 0 for text. */
    long nanos() {
        return nanos;
    }
}
