package io.github.hivemqtdengine.cli.migrate;

import io.github.hivemqtdengine.config.xml.XmlText;
import java.util.List;

/**
 * Route of a converted configuration.
 *
 * @param payload the attributes of {@code <payload>}
 * @param content the lines after {@code <payload>}
 */
record NewRoute(String id, String topicFilter, String payload, List<String> content) {

    static final String ALL_TOPICS = "#";

    /** Returns a route into super tables. */
    static NewRoute of(String superTable, String topicFilter, String payload, NewTable table) {
        return new NewRoute(OldName.id(superTable), topicFilter, payload, table.lines());
    }

    /**
     * Returns a route into a plain table, which this extension writes by a statement.
     *
     * @param table the name of the table
     * @param columns the names of its columns
     * @param values SQL values with placeholders, one for each column
     */
    static NewRoute ofPlainTable(
            String table, String topicFilter, String payload, List<String> columns, List<String> values) {
        var names = String.join(", ", columns.stream().map(NewRoute::quoted).toList());
        var statement = List.of(
                "<statement-template>",
                "  INSERT INTO " + XmlText.escape(quoted(table)) + " (" + XmlText.escape(names) + ")",
                "  VALUES (" + XmlText.escape(String.join(", ", values)) + ")",
                "</statement-template>");
        return new NewRoute(OldName.id(table), topicFilter, payload, statement);
    }

    private static String quoted(String name) {
        return "`" + name.replace("`", "") + "`";
    }

    void write(XmlText xml, int depth) {
        xml.line(depth, "<route>");
        xml.line(depth + 1, "<id>" + XmlText.escape(id) + "</id>");
        xml.line(depth + 1, "<mqtt-topic-filters>");
        xml.line(depth + 2, "<mqtt-topic-filter>" + XmlText.escape(topicFilter) + "</mqtt-topic-filter>");
        xml.line(depth + 1, "</mqtt-topic-filters>");
        xml.line(depth + 1, "<payload " + payload + "/>");
        content.forEach(line -> xml.line(depth + 1, line));
        xml.line(depth, "</route>");
    }
}
