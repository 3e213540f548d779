// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.suggest;

import io.github.hivemqtdengine.config.xml.XmlText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Suggested route.
 *
 * @param format the payload format
 * @param payload the other attributes of {@code <payload>}
 * @param filters the topic filter, and those of excluded topics; none for a format with topics of its own
 * @param tables none for a format with tables of its own
 */
public record SuggestedRoute(
        String id, List<String> filters, String format, List<String> payload, List<SuggestedTable> tables) {

    private static final String NUMBER = "matches(payload, '-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?')";

    private static final String NO_DIFFERENCE = "";

    /** Returns a route that stores payloads unchanged. */
    public static SuggestedRoute raw(String id, TopicLevels levels) {
        return raw(id, levels, 0);
    }

    /**
     * Returns a route that stores payloads unchanged.
     *
     * @param longest the length of the longest payload as it is stored, bytes
     */
    public static SuggestedRoute raw(String id, TopicLevels levels, int longest) {
        return of(id, levels, "raw", List.of("encoding=\"auto\""), List.of(SuggestedTable.raw(id, levels, longest)));
    }

    /**
     * Returns a route that stores each payload as a number, or as a text, or either.
     *
     * @param id also the table of numbers
     * @param texts the table of texts
     */
    public static SuggestedRoute scalars(
            String id, String texts, TopicLevels levels, boolean hasNumbers, boolean hasTexts, int longest) {
        var tables = new ArrayList<SuggestedTable>();
        if (hasNumbers) {
            tables.add(SuggestedTable.numbers(id, levels, hasTexts ? NUMBER : ""));
        }
        if (hasTexts) {
            tables.add(SuggestedTable.texts(texts, levels, hasNumbers ? "not " + NUMBER : "", longest));
        }
        return of(id, levels, "raw", List.of("encoding=\"text\""), tables);
    }

    /** Returns a route with a column for each field. */
    public static SuggestedRoute fields(String id, TopicLevels levels, String format, SampleRecords sample) {
        return of(
                id,
                levels,
                format,
                sample.rows() == null ? List.of() : List.of("rows=\"" + XmlText.escape(sample.rows()) + "\""),
                List.of(SuggestedTable.fields(id, levels, sample, "")));
    }

    /**
     * Returns a route with a table for each shape of documents that the same topics have. The fields that tell them
     * apart decide; where none does, one table has all fields.
     *
     * @param names the tables
     * @param shapes the documents of each
     */
    public static SuggestedRoute shapes(
            String id, List<String> names, TopicLevels levels, String format, List<List<Object>> shapes) {
        var samples = shapes.stream().map(SampleRecords::whole).toList();
        var tables = new ArrayList<SuggestedTable>();
        for (var sample : samples) {
            var differences = samples.stream()
                    .filter(other -> !other.equals(sample))
                    .map(other -> difference(sample, other))
                    .distinct()
                    .toList();
            if (differences.contains(NO_DIFFERENCE)) {
                var all = shapes.stream().flatMap(List::stream).toList();
                return fields(id, levels, format, SampleRecords.whole(all));
            }
            tables.add(
                    SuggestedTable.fields(names.get(tables.size()), levels, sample, String.join(" and ", differences)));
        }
        return of(id, levels, format, List.of(), tables);
    }

    /** Returns a condition that documents of one shape meet, and those of another do not. */
    private static String difference(SampleRecords sample, SampleRecords other) {
        return onlyIn(sample, other).stream()
                .findFirst()
                .map(pointer -> "exists(" + FieldReference.inExpression(pointer) + ")")
                .or(() -> onlyIn(other, sample).stream()
                        .findFirst()
                        .map(pointer -> "not exists(" + FieldReference.inExpression(pointer) + ")"))
                .orElse(NO_DIFFERENCE);
    }

    /** Returns the fields that all documents of one shape have, and no one of the other. */
    private static Set<String> onlyIn(SampleRecords sample, SampleRecords other) {
        var pointers = new TreeSet<>(sample.records().get(0).keySet());
        pointers.removeIf(pointer -> pointer.isEmpty() || !FieldReference.isPossible(pointer));
        sample.records().forEach(record -> pointers.removeIf(pointer -> record.get(pointer) == null));
        other.records().forEach(record -> pointers.removeAll(record.keySet()));
        return pointers;
    }

    /** Returns a route for lines of InfluxDB's protocol. */
    public static SuggestedRoute lines(String id, TopicLevels levels) {
        return of(id, levels, "line-protocol", List.of(), List.of(SuggestedTable.lines()));
    }

    /** Returns the short route that stores all of Sparkplug. */
    public static SuggestedRoute sparkplug() {
        return new SuggestedRoute("sparkplug", List.of(), "sparkplug", List.of(), List.of());
    }

    private static SuggestedRoute of(
            String id, TopicLevels levels, String format, List<String> payload, List<SuggestedTable> tables) {
        return new SuggestedRoute(id, List.of(levels.filter()), format, payload, tables);
    }

    /** Returns the route with another attribute of {@code <payload>}. */
    public SuggestedRoute with(String attribute) {
        var attributes = new ArrayList<>(payload);
        attributes.add(attribute);
        return new SuggestedRoute(id, filters, format, attributes, tables);
    }

    /** Returns the route without the topics of a filter. */
    public SuggestedRoute without(String filter) {
        var all = new ArrayList<>(filters);
        all.add(filter);
        return new SuggestedRoute(id, all, format, payload, tables);
    }

    /** Returns the element with a comment before it. */
    public String xml(String comment) {
        var xml = new XmlText();
        xml.line(0, "<!-- " + XmlText.comment(comment) + " -->");
        xml.line(0, "<route>");
        xml.line(1, "<id>" + XmlText.escape(id) + "</id>");
        if (!filters.isEmpty()) {
            xml.line(1, "<mqtt-topic-filters>");
            xml.line(2, "<mqtt-topic-filter>" + XmlText.escape(filters.get(0)) + "</mqtt-topic-filter>");
            filters.stream()
                    .skip(1)
                    .forEach(filter -> xml.line(2, "<exclude>" + XmlText.escape(filter) + "</exclude>"));
            xml.line(1, "</mqtt-topic-filters>");
        }
        xml.line(
                1,
                payload.stream()
                        .map(one -> " " + one)
                        .collect(Collectors.joining("", "<payload format=\"" + format + "\"", "/>")));
        tables.forEach(table -> table.write(xml));
        if (Set.of("json", "cbor", "msgpack").contains(format)) {
            xml.line(1, "<on-error missing=\"null\"/>");
        }
        xml.line(0, "</route>");
        return xml.toString();
    }
}
