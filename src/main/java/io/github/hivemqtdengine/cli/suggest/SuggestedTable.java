// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.suggest;

import io.github.hivemqtdengine.cli.suggest.SuggestedColumns.SuggestedColumn;
import io.github.hivemqtdengine.config.xml.XmlText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Suggested table of a route.
 *
 * @param attributes of {@code <table>}
 * @param timestamp the attributes of {@code <timestamp>}
 * @param others lines after the columns
 */
record SuggestedTable(
        String attributes,
        String timestamp,
        List<SuggestedColumn> tags,
        List<SuggestedColumn> columns,
        List<String> others) {

    private static final String KEY = "payload_key";
    private static final String TOPIC_TYPE = "VARCHAR(1024)";
    private static final String ARRIVAL = "value=\"${arrival-time}\"";
    private static final String TIME = "ts";
    /** Comments on fields without a column. */
    private static final int MAX_LEFT = 100;

    private static final int MAX_TAG = 16_000;
    private static final int MAX_TEXT = 32_768;
    private static final int LONGEST_TEXT = 60_000;

    /** Returns a table for payloads as they are. */
    static SuggestedTable raw(String name, TopicLevels levels, int longest) {
        return plain(
                name,
                levels,
                "",
                List.of(
                        new SuggestedColumn("encoding", "VARCHAR(8)", "${payload-encoding}"),
                        text("payload", longest)));
    }

    /** Returns a column for a payload, with the room that raw payloads usually have, or all there is. */
    private static SuggestedColumn text(String name, int longest) {
        return new SuggestedColumn(
                name, "VARCHAR(" + (longest > MAX_TEXT ? LONGEST_TEXT : MAX_TEXT) + ")", "${payload}");
    }

    /** Returns a table for payloads that are numbers. */
    static SuggestedTable numbers(String name, TopicLevels levels, String where) {
        return plain(name, levels, where, List.of(new SuggestedColumn("value", "DOUBLE", "${payload}")));
    }

    /** Returns a table for payloads that are texts. */
    static SuggestedTable texts(String name, TopicLevels levels, String where, int longest) {
        return plain(name, levels, where, List.of(text("value", longest)));
    }

    private static SuggestedTable plain(String name, TopicLevels levels, String where, List<SuggestedColumn> columns) {
        var names = new ColumnNames();
        names.reserve(TIME);
        columns.forEach(column -> names.reserve(column.name()));
        var tags = tags(levels, Set.of(), names);
        return new SuggestedTable(attributes(name, tags, where), ARRIVAL, tags, columns, List.of());
    }

    /** Returns tables for lines of InfluxDB's protocol, one for each measurement that comes. */
    static SuggestedTable lines() {
        return new SuggestedTable(
                "super-table=\"lp_${payload:/measurement}\" tables=\"100\" sub-table=\"${payload:/measurement}\""
                        + " tags=\"auto\" columns=\"auto\"",
                "value=\"${coalesce(payload:/timestamp, arrival-time)}\"",
                List.of(new SuggestedColumn("measurement", "VARCHAR(192)", "${payload:/measurement}")),
                List.of(),
                List.of("<auto-columns from=\"/fields\"/>"));
    }

    /** Returns a table with a column for each field. */
    static SuggestedTable fields(String name, TopicLevels levels, SampleRecords sample, String where) {
        var names = new ColumnNames();
        names.reserve(TIME);
        names.reserve("seq");
        var tags = tags(levels, sample.keys(), names);
        names.reserve("topic");
        names.reserve(KEY);
        var time = SuggestedTime.of(sample);
        var columns = SuggestedColumns.of(sample, time, names);
        return new SuggestedTable(
                attributes(name, tags, where),
                time.map(SuggestedTime::attributes).orElse(ARRIVAL),
                tags,
                columns.columns(),
                columns.left().stream()
                        .limit(MAX_LEFT)
                        .map(pointer -> "<!-- no column for " + XmlText.comment(pointer) + " -->")
                        .toList());
    }

    private static List<SuggestedColumn> tags(TopicLevels levels, Set<String> keys, ColumnNames names) {
        var tags = new ArrayList<SuggestedColumn>();
        levels.named().forEach((name, texts) -> tags.add(tag(names.like(name), texts, "${mqtt-topic:" + name + "}")));
        if (tags.isEmpty()) {
            tags.add(new SuggestedColumn(names.like("topic"), TOPIC_TYPE, "${mqtt-topic}"));
        }
        if (!keys.isEmpty()) {
            tags.add(tag(names.like(KEY), keys, "${payload-key}"));
        }
        return tags;
    }

    private static SuggestedColumn tag(String name, Set<String> texts, String value) {
        int length = Math.min(MAX_TAG, Math.max(64, SampleType.length(List.copyOf(texts))));
        return new SuggestedColumn(name, "VARCHAR(" + length + ")", value);
    }

    private static String attributes(String name, List<SuggestedColumn> tags, String where) {
        var subtable = Stream.concat(Stream.of(name), tags.stream().map(SuggestedColumn::value))
                .collect(Collectors.joining("_"));
        return "super-table=\"" + XmlText.escape(name) + "\" sub-table=\"" + subtable + "\""
                + (where.isEmpty() ? "" : " where=\"" + XmlText.escape(where) + "\"");
    }

    void write(XmlText xml) {
        xml.line(1, "<table " + attributes + ">");
        xml.line(2, "<timestamp " + timestamp + "/>");
        tags.forEach(tag -> xml.line(2, tag.xml("tag")));
        columns.forEach(column -> xml.line(2, column.xml("column")));
        others.forEach(line -> xml.line(2, line));
        xml.line(1, "</table>");
    }
}
