// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.extension;

import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import org.w3c.dom.Element;

/**
 * Super table whose rows come from the members of JSON records, with timestamps of their own. Derived from the load
 * tests' configuration of the extension.
 *
 * @param name name of the super table
 * @param time member of a record that is the row's timestamp, in microseconds
 * @param perTopic whether each topic has a subtable; otherwise each client
 */
public record StoredTable(String name, String time, boolean perTopic, List<Column> columns) {

    private static final Pattern MEMBER = Pattern.compile("\\$\\{payload:/(\\w+)}");
    private static final String CLIENT_ID = "${mqtt-client-id}";

    public StoredTable {
        columns = List.copyOf(columns);
    }

    /**
     * Column of the table.
     *
     * @param type SQL type
     * @param member member of a record, or empty for the client id
     */
    public record Column(String name, String type, String member) {}

    /**
     * Returns a table of the configuration.
     *
     * @throws IOException if its rows have other sources
     */
    public static StoredTable of(String table) throws IOException {
        var element = Xml.all(ExtensionConfiguration.document(), "table").stream()
                .filter(each -> each.getAttribute("super-table").equals(table))
                .findFirst()
                .orElseThrow(() -> new IOException("There is no table " + table));
        var key = TableKey.of(table)
                .orElseThrow(() -> new IOException("The rows of " + table + " have no timestamps of their own"));
        var columns =
                Xml.all(element, "column").stream().map(StoredTable::column).toList();
        if (columns.stream().anyMatch(column -> column.member().startsWith("$"))) {
            throw new IOException("The rows of " + table + " are not made of the members of records only");
        }
        return new StoredTable(table, key.time(), key.perTopic(), columns);
    }

    private static Column column(Element column) {
        var value = column.getAttribute("value");
        var member = MEMBER.matcher(value);
        return new Column(
                column.getAttribute("name"),
                column.getAttribute("type"),
                member.matches() ? member.group(1) : value.equals(CLIENT_ID) ? "" : value);
    }
}
