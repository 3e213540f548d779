package io.github.hivemqtdengine.metrics;

/** Step of a message, or of its rows, on the way to its outcome. */
public enum AccountCounter implements RouteCounter {
    /** A message matched the route. */
    RECEIVED,
    /** The rows of a message are all in the database. */
    STORED,
    /** A row is in the database, including those that replaced another one. */
    STORED_ROWS,
    /** A message is in the dead-letter file. */
    DEAD_LETTERED,
    /** A message is in a queue or in a batch that is being written. */
    IN_FLIGHT,
    /** A message is in a write that failed and is retried; once per attempt. */
    RETRIED,
    /** A row was moved to a free timestamp. */
    BUMPED_ROWS,
    /** A row is known to have replaced an earlier one of the same key. */
    OVERWRITTEN_ROWS,
    /** The tags of a row differ from those of the previous row of the same subtable. */
    TAG_CHANGES,
    /** An acknowledgement was delayed by a rate limit. */
    DELAYED_ACKNOWLEDGEMENTS
}
