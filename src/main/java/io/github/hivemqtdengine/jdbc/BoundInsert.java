package io.github.hivemqtdengine.jdbc;

import com.taosdata.jdbc.TSDBErrorNumbers;
import com.taosdata.jdbc.TaosPrepareStatement;
import io.github.hivemqtdengine.message.Row;
import java.sql.SQLException;
import java.util.List;

/** Rows on their way through one statement, in messages of a sensible size. For one use. */
final class BoundInsert {

    /** The server takes no more of one subtable. */
    static final int MAX_ROWS = 32_767;

    /** Where a message is full; the text of a row counts by its characters, so it may be three times as long. */
    static final int FULL_BYTES = 4 * 1_024 * 1_024;

    private final BoundTable table;
    private final boolean withTags;
    private final TaosPrepareStatement statement;
    private int rows;
    private int bytes;

    BoundInsert(BoundTable table, boolean withTags, TaosPrepareStatement statement) {
        this.table = table;
        this.withTags = withTags;
        this.statement = statement;
    }

    /**
     * Stores all rows.
     *
     * @param parts each of another subtable
     */
    void write(List<SubtableRows> parts) throws SQLException {
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
            bytes += table.bytes(all.get(i));
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
     * The driver says how many rows were stored. Fewer than were sent may be right, since the server counts rows of one
     * key once; none means that the answer never came, which driver 3.7.9 keeps to itself.
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
