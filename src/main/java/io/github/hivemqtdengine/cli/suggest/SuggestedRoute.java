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
 * Suggested route.
 *
 * @param keys the sample's names of devices in the payload; empty if there are none
 * @param format the payload format
 * @param payload the attributes of {@code <payload>}
 * @param timestamp the attributes of {@code <timestamp>}
 * @param left the pointers of fields without a column
 */
public record SuggestedRoute(
        String id,
        TopicLevels levels,
        Set<String> keys,
        String format,
        String payload,
        String timestamp,
        List<SuggestedColumn> columns,
        List<String> left) {

    private static final String KEY = "payload_key";
    private static final String TOPIC_TYPE = "VARCHAR(1024)";
    private static final String ARRIVAL = "value=\"${arrival-time}\"";

    /** Returns a route that stores payloads unchanged. */
    public static SuggestedRoute raw(String id, TopicLevels levels) {
        return new SuggestedRoute(
                id,
                levels,
                Set.of(),
                "raw",
                "encoding=\"auto\"",
                ARRIVAL,
                List.of(
                        new SuggestedColumn("encoding", "VARCHAR(8)", "${payload-encoding}"),
                        new SuggestedColumn("payload", "VARCHAR(32768)", "${payload}")),
                List.of());
    }

    /** Returns a route with a column for each field. */
    public static SuggestedRoute json(String id, TopicLevels levels, SampleRecords sample) {
        var names = new ColumnNames();
        names.reserve("ts");
        names.reserve("seq");
        names.reserve("topic");
        names.reserve(KEY);
        levels.named().keySet().forEach(names::reserve);
        var time = SuggestedTime.of(sample);
        var columns = SuggestedColumns.of(sample, time, names);
        return new SuggestedRoute(
                id,
                levels,
                sample.keys(),
                "json",
                sample.rows() == null ? "" : "rows=\"" + XmlText.escape(sample.rows()) + "\"",
                time.map(SuggestedTime::attributes).orElse(ARRIVAL),
                columns.columns(),
                columns.left());
    }

    public String xml() {
        var xml = new XmlText();
        xml.line(0, "<!-- Proposed from a sample: look over names, types and lengths before you use it. -->");
        xml.line(0, "<route>");
        xml.line(1, "<id>" + XmlText.escape(id) + "</id>");
        xml.line(1, "<mqtt-topic-filters>");
        xml.line(2, "<mqtt-topic-filter>" + XmlText.escape(levels.filter()) + "</mqtt-topic-filter>");
        xml.line(1, "</mqtt-topic-filters>");
        xml.line(1, "<payload format=\"" + format + "\"" + (payload.isEmpty() ? "" : " " + payload) + "/>");
        xml.line(1, "<table super-table=\"" + XmlText.escape(id) + "\" sub-table=\"" + subtable() + "\">");
        xml.line(2, "<timestamp " + timestamp + "/>");
        tags().forEach(tag -> xml.line(2, tag.xml("tag")));
        columns.forEach(column -> xml.line(2, column.xml("column")));
        left.forEach(pointer -> xml.line(2, "<!-- no column for " + XmlText.comment(pointer) + " -->"));
        xml.line(1, "</table>");
        if (format.equals("json")) {
            xml.line(1, "<on-error missing=\"null\"/>");
        }
        xml.line(0, "</route>");
        return xml.toString();
    }

    private String subtable() {
        return Stream.concat(Stream.of(id), tags().stream().map(SuggestedColumn::value))
                .collect(Collectors.joining("_"));
    }

    private List<SuggestedColumn> tags() {
        var tags = new ArrayList<SuggestedColumn>();
        levels.named().forEach((name, texts) -> tags.add(tag(name, texts, "${mqtt-topic:" + name + "}")));
        if (tags.isEmpty()) {
            tags.add(new SuggestedColumn("topic", TOPIC_TYPE, "${mqtt-topic}"));
        }
        if (!keys.isEmpty()) {
            tags.add(tag(KEY, keys, "${payload-key}"));
        }
        return tags;
    }

    private static SuggestedColumn tag(String name, Set<String> texts, String value) {
        return new SuggestedColumn(name, "VARCHAR(" + Math.max(64, SampleType.length(List.copyOf(texts))) + ")", value);
    }
}
