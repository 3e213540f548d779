package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.expression.Reference;
import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.Table;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.conversion.ValueSettings;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Settings of one table that a route writes.
 *
 * @param superTable the super table's name
 * @param subtable the template of the subtable's name
 * @param columns the declared columns, at least one unless there are automatic ones
 * @param auto the settings of automatic columns, {@code null} for none
 * @param tags at least one
 * @param where the condition for records to become rows, {@code null} for all
 * @param onNameError the action if the subtable has no name: {@link OnError#DEAD_LETTER}, {@link OnError#DROP} or
 *     {@link OnError#SKIP_ROW}
 */
public record TableSettings(
        String superTable,
        Template subtable,
        TimestampSettings timestamp,
        List<ValueSettings> columns,
        @Nullable AutoColumns auto,
        List<ValueSettings> tags,
        @Nullable ConditionSettings where,
        Sampling sampling,
        OnError onNameError,
        OnTagChange onTagChange) {

    /** Returns the table with its declared columns. */
    public Table table() {
        return new Table(
                superTable,
                timestamp.column(),
                timestamp.sequenceColumn(),
                columnsOf(columns),
                columnsOf(tags),
                onTagChange == OnTagChange.ALTER);
    }

    /** Returns the pointers, relative to the record, of the payload fields that the mapping names. */
    Set<String> pointers() {
        var templates = Stream.concat(
                Stream.of(subtable, timestamp.value()),
                Stream.concat(columns.stream(), tags.stream()).map(ValueSettings::value));
        return templates
                .flatMap(Template::references)
                .filter(reference -> reference.kind() == Reference.Kind.PAYLOAD)
                .map(Reference::argument)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static List<Column> columnsOf(List<ValueSettings> values) {
        return values.stream().map(ValueSettings::column).toList();
    }
}
