// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.rows;

import io.github.hivemqtdengine.loadtest.stack.database.Database;
import io.github.hivemqtdengine.loadtest.stack.rows.RowReader.RowSink;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * Rows of a round in tables of the extension.
 *
 * @param clientPrefix prefix of the round's client ids, without the hyphen
 * @param overwriting whether rows may overwrite those of an earlier round, so that counting takes a scan
 */
public record TableRows(Database database, List<String> tables, String clientPrefix, boolean overwriting)
        implements RowSource {

    public TableRows {
        tables = List.copyOf(tables);
    }

    @Override
    public RowWatch watch(Duration every) throws SQLException {
        return overwriting
                ? RowWatch.ofClients(database, tables, clientPrefix, every)
                : RowWatch.ofTables(database, tables, every);
    }

    @Override
    public boolean isReadable() {
        return true;
    }

    @Override
    public void read(Function<String, RowSink> sinks) throws SQLException {
        for (var table : tables) {
            new RowReader(database).read(table, clientPrefix, sinks.apply(table));
        }
    }
}
