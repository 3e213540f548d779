// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

/** Handling of rows of one subtable with equal timestamps, which the database would merge into one. */
public enum EqualTimestamps {
    /** The later row moves to the next free tick of the database's precision. */
    BUMP,
    /** The later row replaces the earlier one, so that a message delivered twice is stored once. */
    OVERWRITE,
    /** Both rows are stored; a second key column, made from the arrival time, distinguishes them. */
    COMPOSITE_KEY,
    /** The later message becomes a dead letter. */
    REJECT
}
