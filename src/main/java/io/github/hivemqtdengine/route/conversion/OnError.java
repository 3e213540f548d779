// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.conversion;

/** Action for a value, name or payload that is not as the mapping expects. */
public enum OnError {
    /** The message becomes a dead letter. */
    DEAD_LETTER,
    /** The message is dropped and counted. */
    DROP,
    /** The row is left out and counted; the message's other rows are stored. */
    SKIP_ROW,
    /** The value is NULL; not for payloads, names and keys. */
    NULL,
    /** The value is the column's default, or NULL where it has none. */
    DEFAULT,
    /** The value is cut to the column's length; only for text and bytes that are too long. */
    TRUNCATE
}
