package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.Table;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The table that a route writes.
 *
 * @param superTable the super table's name
 * @param subtable the template of the subtable's name
 * @param columns at least one
 * @param tags at least one
 * @param where which records become rows of it, {@code null} for all
 * @param sampling which rows of a subtable are stored
 * @param onNameError what happens where the subtable has no name: {@link OnError#DEAD_LETTER}, {@link OnError#DROP} or
 *     {@link OnError#SKIP_ROW}
 * @param onTagChange what happens when rows bring other tags than their subtable has
 */
public record TableSettings(
        String superTable,
        Template subtable,
        TimestampSettings timestamp,
        List<ValueSettings> columns,
        List<ValueSettings> tags,
        @Nullable ConditionSettings where,
        Sampling sampling,
        OnError onNameError,
        OnTagChange onTagChange) {

    /** The shape of the table. */
    public Table table() {
        return new Table(
                superTable,
                timestamp.column(),
                timestamp.sequenceColumn(),
                columnsOf(columns),
                columnsOf(tags),
                onTagChange == OnTagChange.ALTER);
    }

    private static List<Column> columnsOf(List<ValueSettings> values) {
        return values.stream().map(ValueSettings::column).toList();
    }
}
