package io.github.hivemqtdengine.route;

/** What happens when a value or a payload is not as the mapping expects it. */
public enum OnError {
    /** The message goes to the dead letters. */
    DEAD_LETTER,
    /** The message is dropped and counted. */
    DROP,
    /** The value is NULL; not for payloads and keys. */
    NULL
}
