// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.suggest;

import io.github.hivemqtdengine.config.xml.XmlText;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Suggests columns for a sample's fields, as many as fit into a row. */
final class SuggestedColumns {

    private static final int MAX_COLUMNS = 1_000;
    private static final int LONGEST_PAYLOAD = 32_768;
    /** Below TDengine's limit of a row. */
    private static final int MAX_BYTES = 60_000;

    private final Optional<SuggestedTime> time;
    private final ColumnNames names;
    private final List<SuggestedColumn> columns = new ArrayList<>();
    private final List<String> left = new ArrayList<>();
    private int bytes;

    private SuggestedColumns(Optional<SuggestedTime> time, ColumnNames names) {
        this.time = time;
        this.names = names;
    }

    /** Returns at least one column: the whole record as a string if the sample has no other field. */
    static SuggestedColumns of(SampleRecords sample, Optional<SuggestedTime> time, ColumnNames names) {
        var columns = new SuggestedColumns(time, names);
        columns.addAll(sample.shared(), true);
        columns.addAll(sample.records(), false);
        if (columns.columns.isEmpty()) {
            var whole = values("", sample.records());
            int length = Math.min(LONGEST_PAYLOAD, Math.max(1_024, SampleType.length(whole)));
            columns.columns.add(new SuggestedColumn(names.like("payload"), "VARCHAR(" + length + ")", "${payload}"));
        }
        return columns;
    }

    private void addAll(List<Map<String, @Nullable Object>> records, boolean shared) {
        var pointers = new LinkedHashSet<String>();
        records.forEach(record -> pointers.addAll(record.keySet()));
        for (var pointer : pointers) {
            if (columns.size() < MAX_COLUMNS && bytes < MAX_BYTES) {
                add(pointer, shared, values(pointer, records));
            } else {
                left.add(pointer);
            }
        }
    }

    static List<@Nullable Object> values(String pointer, List<Map<String, @Nullable Object>> records) {
        var values = new ArrayList<@Nullable Object>();
        records.forEach(record -> values.add(record.get(pointer)));
        return values;
    }

    private void add(String pointer, boolean shared, List<@Nullable Object> values) {
        if (pointer.isEmpty() || time.filter(key -> key.is(pointer, shared)).isPresent()) {
            return;
        }
        var unit = SuggestedTime.unit(pointer, values);
        var type = unit.isPresent() ? "TIMESTAMP" : SampleType.of(values);
        int width = SampleType.width(type);
        if (!FieldReference.isPossible(pointer) || bytes + width > MAX_BYTES) {
            left.add(pointer);
            return;
        }
        bytes += width;
        columns.add(new SuggestedColumn(
                names.like(pointer), type, FieldReference.of(pointer, shared, unit), SampleRange.of(values)));
    }

    List<SuggestedColumn> columns() {
        return columns;
    }

    /** Returns the pointers of fields without a column. */
    List<String> left() {
        return left;
    }

    /**
     * Suggested column or tag.
     *
     * @param value the template of its value
     * @param seen what the samples have; may be empty
     */
    record SuggestedColumn(String name, String type, String value, String seen) {

        SuggestedColumn(String name, String type, String value) {
            this(name, type, value, "");
        }

        /** @param element {@code column} or {@code tag} */
        String xml(String element) {
            return xml(element, "");
        }

        /** @param attributes others, each after a blank */
        String xml(String element, String attributes) {
            return "<" + element + " name=\"" + XmlText.escape(name) + "\" type=\"" + type + "\" value=\""
                    + XmlText.escape(value) + "\"" + attributes + "/>"
                    + (seen.isEmpty() ? "" : " <!-- " + XmlText.comment(seen) + " -->");
        }
    }
}
