// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.insert;

import com.taosdata.jdbc.TSDBErrorNumbers;
import com.taosdata.jdbc.TaosPrepareStatement;
import io.github.hivemqtdengine.jdbc.dialect.InsertPasses.SubtableRows;
import io.github.hivemqtdengine.message.Row;
import java.sql.SQLException;
import java.util.List;

/** Insert of bound rows through one prepared statement, split into messages of limited size. For one use. */
public final class BoundInsert {

    /** Most rows of one subtable that the server accepts in one message. */
    static final int MAX_ROWS = 32_767;

    /** Size of a full message. Strings count by their characters, so a message may have three times as many bytes. */
    static final int FULL_BYTES = 4 * 1_024 * 1_024;

    private final BoundTable table;
    private final boolean withTags;
    private final TaosPrepareStatement statement;
    private int rows;
    private long bytes;

    public BoundInsert(BoundTable table, boolean withTags, TaosPrepareStatement statement) {
        this.table = table;
        this.withTags = withTags;
        this.statement = statement;
    }

    /**
     * Stores all rows.
     *
     * @param parts each of another subtable
     */
    public void write(List<SubtableRows> parts) throws SQLException {
        for (var part : parts) {
            add(part.rows());
        }
        if (rows > 0) {
            execute();
        }
    }

    private void add(List<Row> all) throws SQLException {
        int first = 0;
        for (int i = 0; i < all.size(); i++) {
            rows++;
            bytes += table.bytes(all.get(i), withTags && i == first);
            if (rows == MAX_ROWS || bytes >= FULL_BYTES) {
                table.bind(statement, withTags, all.subList(first, i + 1));
                execute();
                first = i + 1;
            }
        }
        if (first < all.size()) {
            table.bind(statement, withTags, all.subList(first, all.size()));
        }
    }

    /**
     * Executes the statement and checks that rows were stored. Fewer rows than were sent may be right, since the server
     * counts rows of one key once. Zero means that the answer never came, which driver 3.7.9 does not report.
     */
    private void execute() throws SQLException {
        if (statement.executeBatch().length == 0) {
            throw new SQLException(
                    "the connection was lost before the server confirmed " + rows + " rows",
                    "08006",
                    TSDBErrorNumbers.ERROR_CONNECTION_CLOSED);
        }
        rows = 0;
        bytes = 0;
    }
}
