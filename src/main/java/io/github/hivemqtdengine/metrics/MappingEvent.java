package io.github.hivemqtdengine.metrics;

/** Observation of a mapping: mostly a row or a value that is not stored as it came. */
public enum MappingEvent implements RouteCounter {
    /** A message without payload was ignored. */
    EMPTY_PAYLOADS,
    /** A row was left out because its table's condition is not met. */
    ROWS_FILTERED,
    /** A row was left out because its columns equal those of the last row of its subtable. */
    ROWS_UNCHANGED,
    /** A row was left out because it follows the last row of its subtable too soon. */
    ROWS_TOO_SOON,
    /** A row was left out because a value is not as expected, and the mapping skips such rows. */
    ROWS_SKIPPED,
    /** NULL was stored for a value that is not as expected, as the mapping demands. */
    VALUES_NULLED,
    /** The column's default was stored for a value that is missing, null or not as expected. */
    VALUES_DEFAULTED,
    /** A value was cut to the column's length. */
    VALUES_TRUNCATED,
    /** A field got no column: the limit of columns is reached, or another field has the name. */
    FIELDS_LEFT_OUT,
    /** A message was rejected because no known BIRTH of its Sparkplug edge node announces a metric's alias or datatype. */
    UNKNOWN_ALIASES,
    /** Messages of a Sparkplug edge node are missing, by the sequence number of the next one. */
    SEQUENCE_GAPS,
    /** A message of a Sparkplug edge node has the sequence number of the one before. */
    SEQUENCE_REPEATS;

    private static final int FIRST = AccountCounter.values().length + DropReason.values().length;

    @Override
    public int first() {
        return FIRST;
    }

    @Override
    public String group() {
        return "mapping.";
    }
}
