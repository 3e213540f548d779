// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.conversion.TimestampConversion.TimestampUnit;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a table's time key.
 *
 * @param column the name of the key column
 * @param value the template of the time; {@code ${arrival-time}} for the arrival time
 * @param unit the unit of the time in the message; unused for the arrival time
 * @param onError the action if the message has no time that can be a key: {@link OnError#DEAD_LETTER}, {@link
 *     OnError#DROP} or {@link OnError#SKIP_ROW}
 * @param onEqual the handling of rows with equal timestamps
 * @param sequenceColumn the second key column, for {@link EqualTimestamps#COMPOSITE_KEY} only
 */
public record TimestampSettings(
        String column,
        Template value,
        TimestampUnit unit,
        OnError onError,
        EqualTimestamps onEqual,
        @Nullable String sequenceColumn) {

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
}
