package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.expression.Reference;
import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.Table;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The table that a route writes.
 *
 * @param superTable the super table's name
 * @param subtable the template of the subtable's name
 * @param columns at least one, unless there are automatic ones
 * @param auto which fields become columns without being named, {@code null} for none
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
        @Nullable AutoColumns auto,
        List<ValueSettings> tags,
        @Nullable ConditionSettings where,
        Sampling sampling,
        OnError onNameError,
        OnTagChange onTagChange) {

    /** The shape of the table, with the columns that are declared. */
    public Table table() {
        return new Table(
                superTable,
                timestamp.column(),
                timestamp.sequenceColumn(),
                columnsOf(columns),
                columnsOf(tags),
                onTagChange == OnTagChange.ALTER);
    }

    /** The pointers, from the record on, of the payload's fields that are stored under a name of the mapping's. */
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
