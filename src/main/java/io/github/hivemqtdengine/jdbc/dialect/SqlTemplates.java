package io.github.hivemqtdengine.jdbc.dialect;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.SqlTemplate;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Executor of the users' own SQL. For one thread. */
public interface SqlTemplates {

    /**
     * Executes the statement of every row, or throws; some may have been executed by then.
     *
     * @param rows each of a {@link SqlTemplate}
     * @param precision the database's
     * @throws IllegalArgumentException if a value can't be stored as it is
     */
    void write(Connection connection, List<Row> rows, Precision precision) throws SQLException;

    /** Returns the rows by template, in the order of each template's first row. */
    static Map<SqlTemplate, List<Row>> byTemplate(List<Row> rows) {
        var all = new LinkedHashMap<SqlTemplate, List<Row>>();
        for (var row : rows) {
            all.computeIfAbsent((SqlTemplate) row.target(), template -> new ArrayList<>())
                    .add(row);
        }
        return all;
    }
}
