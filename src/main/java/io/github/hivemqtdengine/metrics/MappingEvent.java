package io.github.hivemqtdengine.metrics;

import java.util.Locale;

/** What a mapping did to a row or a value instead of storing it as it came. */
public enum MappingEvent {
    /** A row was left out since its table's condition does not hold. */
    ROWS_FILTERED,
    /** A row was left out since its columns are those of the last row of its subtable. */
    ROWS_UNCHANGED,
    /** A row was left out since it comes too soon behind the last row of its subtable. */
    ROWS_TOO_SOON,
    /** A row was left out since a value is not as expected, and the mapping says to skip such rows. */
    ROWS_SKIPPED,
    /** NULL was stored, as the mapping says, for a value that is not as expected. */
    VALUES_NULLED,
    /** The column's default was stored for a value that is missing, null or not as expected. */
    VALUES_DEFAULTED,
    /** A value was cut to the column's length. */
    VALUES_TRUNCATED,
    /** A field got no column of its own: there are as many as there may be, or another one has the name. */
    FIELDS_LEFT_OUT;

    /** The event as a metric's name: {@code rows-filtered}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
