// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.conversion;

/** Unit or format of a timestamp in a message. */
public enum TimestampUnit {
    SECONDS("s", 1_000_000_000),
    MILLISECONDS("ms", 1_000_000),
    MICROSECONDS("us", 1_000),
    NANOSECONDS("ns", 1),
    /** ISO 8601 with an offset or {@code Z}. */
    ISO_8601("iso-8601", 0);

    private final String word;
    private final long nanos;

    TimestampUnit(String word, long nanos) {
        this.word = word;
        this.nanos = nanos;
    }

    /** Returns the unit as the configuration writes it. */
    public String word() {
        return word;
    }

    /** Returns the unit in nanoseconds, 0 for text. */
    long nanos() {
        return nanos;
    }
}
