// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.message;

/** Reason why a message is a dead letter. */
public enum DeadLetterReason {
    /** Payload that is not of the route's format. */
    DECODE,
    /** Payload whose schema was not known when it was read. */
    NO_SCHEMA,
    /** Metric whose alias or datatype no known BIRTH of its Sparkplug edge node announces. */
    UNKNOWN_ALIAS,
    /** Missing value that the mapping needs. */
    MISSING,
    /** Value that does not fit its column's type. */
    TYPE_MISMATCH,
    /** Value that is too long for its column. */
    LENGTH,
    /** Value outside of its column's range. */
    RANGE,
    /** Invalid subtable name made from the message. */
    NAME,
    /** Timestamp of an existing row, if the route rejects such messages. */
    EQUAL_TIMESTAMP,
    /** Size above the configured limit. */
    TOO_LARGE,
    /** Missing confirmation of the broker that the client may publish the message. */
    UNCONFIRMED,
    /** Route that the configuration no longer has. */
    NO_ROUTE,
    /** Rejection by the database. */
    REJECTED,
    /** Connection lost at each attempt, though the database answers otherwise, or process crashed. */
    SUSPECT,
    /** Stop of the extension before the database took the message. */
    STOPPED,
    /** Error of the extension itself. */
    DEFECT
}
