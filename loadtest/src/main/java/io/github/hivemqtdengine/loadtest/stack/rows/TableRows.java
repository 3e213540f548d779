package io.github.hivemqtdengine.loadtest.stack.rows;

import io.github.hivemqtdengine.loadtest.stack.database.Database;
import io.github.hivemqtdengine.loadtest.stack.rows.RowReader.RowSink;
import io.github.hivemqtdengine.loadtest.stack.rows.RowReader.Tally;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Rows of a round in a table of the extension.
 *
 * @param clientPrefix prefix of the round's client ids, without the hyphen
 * @param overwriting whether rows may overwrite those of an earlier round, so that counting takes a scan
 */
public record TableRows(Database database, String table, String clientPrefix, boolean overwriting)
        implements RowSource {

    @Override
    public RowWatch watch(Duration every) throws SQLException {
        return overwriting
                ? RowWatch.ofClients(database, table, clientPrefix, every)
                : RowWatch.ofTable(database, table, every);
    }

    @Override
    public boolean isReadable() {
        return true;
    }

    @Override
    public Tally read(RowSink sink) throws SQLException {
        return new RowReader(database).read(table, clientPrefix, sink);
    }
}
