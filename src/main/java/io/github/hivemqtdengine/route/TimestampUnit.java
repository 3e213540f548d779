package io.github.hivemqtdengine.route;

/** How a timestamp is written in a message. */
public enum TimestampUnit {
    SECONDS,
    MILLISECONDS,
    MICROSECONDS,
    NANOSECONDS,
    /** ISO 8601 with an offset or {@code Z}. */
    ISO_8601
}
