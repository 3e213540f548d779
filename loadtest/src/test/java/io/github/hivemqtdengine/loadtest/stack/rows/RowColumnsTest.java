// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.rows;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.Base64;
import javax.sql.rowset.RowSetMetaDataImpl;
import javax.sql.rowset.RowSetProvider;
import javax.sql.rowset.serial.SerialBlob;
import javax.sql.rowset.serial.SerialClob;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowColumnsTest {

    private static final long START = 1_700_000_000_000_000L;
    private static final StoredMessage SENT = new StoredMessage(3, 4, 0, START + 1);

    private static StoredMessage parse(byte[] payload) {
        return new String(payload, UTF_8).equals("stamp") ? SENT : StoredMessage.UNKNOWN;
    }

    /** Returns a row with a column for each value. */
    private static ResultSet row(String names, int type, @Nullable Object... values) throws SQLException {
        var columns = names.split(" ", -1);
        var data = new RowSetMetaDataImpl();
        data.setColumnCount(columns.length);
        for (int i = 1; i <= columns.length; i++) {
            data.setColumnName(i, columns[i - 1]);
            data.setColumnLabel(i, columns[i - 1]);
            data.setColumnType(i, type);
            data.setNullable(i, 1);
        }
        var rows = RowSetProvider.newFactory().createCachedRowSet();
        rows.setMetaData(data);
        rows.moveToInsertRow();
        for (int i = 1; i <= columns.length; i++) {
            if (values[i - 1] == null) {
                rows.updateNull(i);
            } else {
                rows.updateObject(i, values[i - 1]);
            }
        }
        rows.insertRow();
        rows.moveToCurrentRow();
        rows.first();
        return rows;
    }

    private static StoredMessage message(ResultSet row) throws SQLException {
        return RowColumns.of(row.getMetaData(), false).message(row, RowColumnsTest::parse, START);
    }

    @Test
    void shouldReadPayloadsOfEachType() throws Exception {
        var bytes = "stamp".getBytes(UTF_8);

        assertThat(message(row("payload", Types.VARBINARY, (Object) bytes))).isEqualTo(SENT);
        assertThat(message(row("payload", Types.BLOB, new SerialBlob(bytes)))).isEqualTo(SENT);
        assertThat(message(row("payload", Types.CLOB, new SerialClob("stamp".toCharArray()))))
                .isEqualTo(SENT);
        var base64 = Base64.getEncoder().encodeToString(bytes).toCharArray();
        assertThat(message(row("payload", Types.CLOB, new SerialClob(base64)))).isEqualTo(SENT);
        assertThat(message(row("payload", Types.VARCHAR, "stamp"))).isEqualTo(SENT);
        assertThat(message(row("payload", Types.VARCHAR, "other"))).isEqualTo(StoredMessage.UNKNOWN);
    }

    @Test
    void shouldReadTheTimeOfSending() throws Exception {
        assertThat(message(row("p n s", Types.BIGINT, 3L, 4L, START + 1))).isEqualTo(SENT);
        assertThat(message(row("p n s", Types.BIGINT, 3L, 4L, null))).isEqualTo(StoredMessage.UNKNOWN);
    }

    @Test
    void shouldRefuseATimeOfSendingThatIsNoNumber() throws Exception {
        var row = row("p n s", Types.OTHER, 3L, 4L, new Timestamp(START / 1_000));

        assertThatThrownBy(() -> message(row))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("must be a number of microseconds since 1970");
    }
}
