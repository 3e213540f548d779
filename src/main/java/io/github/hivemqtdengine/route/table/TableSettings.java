// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.expression.Expression;
import io.github.hivemqtdengine.expression.Expression.Literal;
import io.github.hivemqtdengine.expression.Reference;
import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.TableShape;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.conversion.ValueErrors;
import io.github.hivemqtdengine.route.conversion.ValueSettings;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Settings of one table that a route writes.
 *
 * @param superTable the super table's name, or the text of the template of {@code names}
 * @param names the super tables that records name, {@code null} for a fixed name
 * @param subtable the template of the subtable's name
 * @param columns the declared columns, at least one unless there are automatic ones
 * @param auto the settings of automatic columns, {@code null} for none
 * @param tags at least one
 * @param where the condition for records to become rows, {@code null} for all
 * @param maxSubtables the maximum number of subtables since the route was started, 1 or more, or {@link #UNLIMITED}
 * @param onNameError the action if the subtable has no name, or is one too many: {@link OnError#DEAD_LETTER}, {@link OnError#DROP} or
 *     {@link OnError#SKIP_ROW}
 */
public record TableSettings(
        String superTable,
        @Nullable SuperTableNames names,
        Template subtable,
        int maxSubtables,
        TimestampSettings timestamp,
        List<ValueSettings> columns,
        @Nullable AutoColumns auto,
        List<ValueSettings> tags,
        @Nullable ConditionSettings where,
        Sampling sampling,
        OnError onNameError,
        OnTagChange onTagChange) {

    /** Value of {@link #maxSubtables} without a limit. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /**
     * Settings for super tables that records name.
     *
     * @param template the template of the name
     * @param limit the maximum number of such tables since the route was started
     * @param longest the maximum length of a name in characters
     * @param taken the names of other tables in the database, in lower case
     */
    public record SuperTableNames(Template template, int limit, int longest, Set<String> taken) {

        /** @throws IllegalArgumentException with the end of a sentence if the template can't make names */
        public SuperTableNames {
            taken = Set.copyOf(taken);
            for (var part : template.parts()) {
                if (part instanceof Literal literal && !FieldNames.isPlain(literal.text())) {
                    throw new IllegalArgumentException(
                            "can't name super tables: beside the values, use letters, digits and _ only");
                }
            }
        }

        /** Returns whether a template may give one of these names: one begins with the text that the other begins with. */
        public boolean mayNameLike(Template other) {
            var own = template.leadingText();
            var others = other.leadingText();
            return own.startsWith(others) || others.startsWith(own);
        }
    }

    /**
     * Settings for columns created from the fields of a record, independent of their names.
     *
     * @param from a JSON Pointer, relative to the record, to the object whose fields become columns
     * @param limit the maximum number of such columns in a table, including columns already in the database
     * @param hasTypedNumbers whether integers become BIGINT and BIGINT UNSIGNED, instead of DOUBLE like all numbers
     * @param errors the actions for values that do not fit the column or tag of their field
     * @param tags the settings of automatic tags, {@code null} for none
     */
    public record AutoColumns(
            String from,
            int limit,
            boolean hasTypedNumbers,
            ValueErrors errors,
            @Nullable AutoTags tags) {

        /** Creates the settings of columns without automatic tags. */
        public AutoColumns(String from, int limit, boolean hasTypedNumbers, ValueErrors errors) {
            this(from, limit, hasTypedNumbers, errors, null);
        }
    }

    /**
     * Settings for tags created from the fields of a record.
     *
     * @param from a JSON Pointer, relative to the record, to the object whose fields become tags
     * @param limit the maximum number of such tags in a table, including tags already in the database
     */
    public record AutoTags(String from, int limit) {}

    /**
     * Condition that selects the records that become rows of a table.
     *
     * @param condition the condition; a missing or null value counts as false
     * @param errors the actions if the condition can't be evaluated; {@code OnError.NULL}, {@code OnError.DEFAULT} and
     *     {@code OnError.TRUNCATE} do not apply to conditions and make the message a dead letter
     */
    public record ConditionSettings(Expression condition, ValueErrors errors) {}

    /** Action for rows whose tags differ from those of their subtable. */
    public enum OnTagChange {
        /** The rows are stored, and the subtable keeps the tags that it was created with. */
        IGNORE,
        /** The subtable gets the new tags before the rows are stored. */
        ALTER,
        /** The rows go to a separate subtable, because a hash of the tags is part of its name. */
        NEW_SUBTABLE
    }

    /** Returns these settings with the names of other tables in the database, in lower case. */
    public TableSettings withTaken(Set<String> taken) {
        return names == null
                ? this
                : new TableSettings(
                        superTable,
                        new SuperTableNames(names.template(), names.limit(), names.longest(), taken),
                        subtable,
                        maxSubtables,
                        timestamp,
                        columns,
                        auto,
                        tags,
                        where,
                        sampling,
                        onNameError,
                        onTagChange);
    }

    /** Returns the shape of the table with its declared columns and tags. */
    public TableShape shape() {
        return shape(superTable);
    }

    /** Returns the shape of the table under another name. */
    TableShape shape(String name) {
        return new TableShape(
                name,
                timestamp.column(),
                timestamp.sequenceColumn(),
                columnsOf(columns),
                columnsOf(tags),
                onTagChange == OnTagChange.ALTER);
    }

    /** Returns the pointers, relative to the record, of the payload fields that the mapping names. */
    Set<String> pointers() {
        var others = Stream.concat(
                Stream.of(subtable, timestamp.value()), Stream.ofNullable(names).map(SuperTableNames::template));
        return pointers(Stream.concat(others, storedValues()));
    }

    /** Returns those that columns and tags name. */
    Set<String> storedPointers() {
        return pointers(storedValues());
    }

    private Stream<Template> storedValues() {
        return Stream.concat(columns.stream(), tags.stream()).map(ValueSettings::value);
    }

    private static Set<String> pointers(Stream<Template> templates) {
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
