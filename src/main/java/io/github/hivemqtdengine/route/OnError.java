package io.github.hivemqtdengine.route;

/** What happens when a value, a name or a payload is not as the mapping expects it. */
public enum OnError {
    /** The message goes to the dead letters. */
    DEAD_LETTER,
    /** The message is dropped and counted. */
    DROP,
    /** The row is left out and counted, and the message's other rows are stored. */
    SKIP_ROW,
    /** The value is NULL; not for payloads, names and keys. */
    NULL,
    /** The value is the column's default, or NULL where it has none. */
    DEFAULT,
    /** The value is cut to the column's length; for text and bytes that are too long only. */
    TRUNCATE
}
