package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.expression.Template;
import org.jspecify.annotations.Nullable;

/**
 * The time key of a table.
 *
 * @param column its column's name
 * @param value where the time comes from; {@code ${arrival-time}} for the time of arrival
 * @param unit how it is written in the message; unused for the arrival time
 * @param onError what happens where the message has no time, or none that can be a key: {@link OnError#DEAD_LETTER},
 *     {@link OnError#DROP} or {@link OnError#SKIP_ROW}
 * @param onEqual what happens to rows of equal time
 * @param sequenceColumn the second key column, for {@link EqualTimestamps#COMPOSITE_KEY} only
 */
public record TimestampSettings(
        String column,
        Template value,
        TimestampUnit unit,
        OnError onError,
        EqualTimestamps onEqual,
        @Nullable String sequenceColumn) {}
