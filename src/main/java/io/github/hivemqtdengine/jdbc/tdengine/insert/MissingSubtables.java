// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.insert;

import io.github.hivemqtdengine.jdbc.dialect.InsertPasses.SubtableRows;
import io.github.hivemqtdengine.jdbc.tdengine.sql.Identifier;
import io.github.hivemqtdengine.jdbc.tdengine.sql.SqlLiteral;
import io.github.hivemqtdengine.jdbc.tdengine.sql.SqlText;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Query for the subtables that do not exist on the server. */
public final class MissingSubtables {

    /** A name takes at most 192 bytes, or 384 if all are escaped, so a query stays below the server's limit. */
    private static final int NAMES_IN_A_QUERY = 1_000;

    private MissingSubtables() {}

    /** Returns the parts of a pass whose subtables are missing, with one query per 1,000 subtables of a super table. */
    public static List<SubtableRows> of(Connection connection, String database, List<SubtableRows> pass)
            throws SQLException {
        Map<String, List<SubtableRows>> bySuperTable = new LinkedHashMap<>();
        pass.forEach(part -> bySuperTable
                .computeIfAbsent(part.shape().superTable(), name -> new ArrayList<>())
                .add(part));
        var missing = new ArrayList<SubtableRows>();
        try (var statement = connection.createStatement()) {
            for (var parts : bySuperTable.entrySet()) {
                var select = "SELECT TAGS tbname FROM " + Identifier.database(database) + "."
                        + Identifier.table(parts.getKey()) + " WHERE tbname IN ";
                var there = there(statement, select, parts.getValue());
                parts.getValue().stream()
                        .filter(part -> !there.contains(part.subtable()))
                        .forEach(missing::add);
            }
        }
        return missing;
    }

    private static Set<String> there(Statement statement, String select, List<SubtableRows> parts) throws SQLException {
        var there = new HashSet<String>();
        for (int from = 0; from < parts.size(); from += NAMES_IN_A_QUERY) {
            var names = names(parts.subList(from, Math.min(from + NAMES_IN_A_QUERY, parts.size())));
            try (var result = statement.executeQuery(select + names)) {
                while (result.next()) {
                    there.add(result.getString(1));
                }
            }
        }
        return there;
    }

    private static String names(List<SubtableRows> parts) {
        var names = new SqlText();
        for (var part : parts) {
            names.append(names.isEmpty() ? '(' : ',');
            SqlLiteral.text(names, part.subtable());
        }
        return names.append(')').toString();
    }
}
