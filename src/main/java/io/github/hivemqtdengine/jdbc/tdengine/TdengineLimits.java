// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine;

import io.github.hivemqtdengine.jdbc.dialect.ConnectionSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseLimits;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings.WriteEngine;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings;
import io.github.hivemqtdengine.jdbc.tdengine.driver.TdengineUrl;
import io.github.hivemqtdengine.jdbc.tdengine.insert.BoundTable;
import io.github.hivemqtdengine.jdbc.tdengine.insert.LongLiterals;
import io.github.hivemqtdengine.jdbc.tdengine.sql.SqlLiteral;
import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType.Kind;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.TableShape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Limits of TDengine, checked with 3.3.7.5; sizes are exact to the byte. */
public final class TdengineLimits implements DatabaseLimits {

    static final int MAX_TAGS = 128;
    /** Including the time key. */
    private static final int MAX_COLUMNS_AND_TAGS = 4_096;

    static final int MAX_ROW_BYTES = 65_531;
    private static final int MAX_TAG_BYTES = 16_384;
    private static final int KEY_BYTES = 8;

    private static final Duration MAX_KEEP_OF_NANOSECONDS = Duration.ofDays(365 * 292);
    private static final int FILES_PER_KEEP = 3;

    private final WriteEngine engine;

    TdengineLimits(WriteEngine engine) {
        this.engine = engine;
    }

    @Override
    public Optional<String> objectionToUrl(String url) {
        return TdengineUrl.objection(url);
    }

    /** Requires TLS for a token, even within one machine, because a token can be used by anyone who reads it. */
    @Override
    public List<String> objections(ConnectionSettings connection) {
        return connection.token() == null || connection.tls() != null
                ? List.of()
                : List.of("has <token> but not <tls>, so that the token would cross the network in clear text;"
                        + " add <tls/>");
    }

    /** Requires equal TLS settings for the same peer, because the driver verifies a host in one way only. */
    @Override
    public Optional<String> objection(ConnectionSettings first, ConnectionSettings second) {
        if (first.tls() == null || second.tls() == null || first.tls().equals(second.tls())) {
            return Optional.empty();
        }
        var both = new TreeSet<>(TdengineUrl.peers(first.jdbcUrl()));
        both.retainAll(TdengineUrl.peers(second.jdbcUrl()));
        return both.stream()
                .findFirst()
                .map(peer -> "has another <tls> for " + peer + " than a <database> before it; make them the same");
    }

    @Override
    public List<String> objections(TableShape table) {
        var found = new ArrayList<String>();
        if (table.tags().size() > MAX_TAGS) {
            found.add("has more than " + MAX_TAGS + " tags");
        }
        int keys = table.sequence().isPresent() ? 2 : 1;
        if (keys + table.columns().size() + table.tags().size() > MAX_COLUMNS_AND_TAGS) {
            found.add("has more than " + (MAX_COLUMNS_AND_TAGS - keys) + " columns and tags");
        }
        if (table.tags().size() > 1
                && table.tags().stream().anyMatch(tag -> tag.type().kind() == Kind.JSON)) {
            found.add("has a tag of type JSON, which TDengine allows only as the one tag of a table");
        }
        if (table.tags().stream().anyMatch(tag -> tag.type().kind() == Kind.BLOB)) {
            found.add("has a tag of type BLOB, which TDengine does not allow: make it VARBINARY(n), or a column");
        }
        if (table.columns().stream()
                        .filter(column -> column.type().kind() == Kind.BLOB)
                        .count()
                > 1) {
            found.add("has several columns of type BLOB, and TDengine allows one: make the others VARBINARY(n), or give"
                    + " them a table of their own");
        }
        checkLiterals(table, found);
        checkBytes("rows", rowBytes(table), MAX_ROW_BYTES, found);
        checkBytes("tags", bytes(table.tags()), MAX_TAG_BYTES, found);
        return found;
    }

    /** Objects to columns whose long values need bound statements, if the table is written without them. */
    private void checkLiterals(TableShape table, List<String> found) {
        var unbound = engine == WriteEngine.SQL
                ? Optional.of("write-engine sql writes")
                : BoundTable.unboundType(table).map(kind -> "a table with the type " + kind.sql() + " needs");
        unbound.ifPresent(why -> LongLiterals.certainOf(table)
                .forEach(column -> found.add("has the column " + column.name() + " of type " + column.type()
                        + ", but " + why + " SQL literals, which hold no more than "
                        + SqlLiteral.MAX_BINARY_BYTES + " bytes: make it VARBINARY(" + SqlLiteral.MAX_BINARY_BYTES
                        + ") or shorter"
                        + (engine == WriteEngine.SQL ? ", or set write-engine to auto" : ", or leave out that type"))));
    }

    /** Returns the most bytes of a row, with its keys but without its tags. */
    static int rowBytes(TableShape table) {
        return (table.sequence().isPresent() ? 2 : 1) * KEY_BYTES + bytes(table.columns());
    }

    private static void checkBytes(String what, int bytes, int most, List<String> found) {
        if (bytes > most) {
            found.add("has " + what + " of up to " + bytes + " bytes, and TDengine allows " + most
                    + "; VARCHAR(n) takes n + 2 of them, NCHAR(n) 4n + 2: make some shorter");
        }
    }

    private static int bytes(List<Column> columns) {
        return columns.stream().mapToInt(column -> column.type().bytes()).sum();
    }

    @Override
    public List<String> objections(SchemaSettings schema) {
        var found = new ArrayList<String>();
        var database = schema.newDatabase();
        database.keep().ifPresent(keep -> {
            if (schema.precision() == Precision.NANOSECONDS && keep.compareTo(MAX_KEEP_OF_NANOSECONDS) > 0) {
                found.add("keeps longer than the " + MAX_KEEP_OF_NANOSECONDS.toDays()
                        + " d that nanoseconds can count in TDengine");
            }
            var shortest = database.duration().multipliedBy(FILES_PER_KEEP);
            if (keep.compareTo(shortest) < 0) {
                found.add("keeps shorter than " + FILES_PER_KEEP + " times the time that one of TDengine's files holds;"
                        + " make keep longer, or set DURATION in options (10d unless it is given)");
            }
        });
        if (database.replica().orElse(1) > 1 && database.walLevel().orElse(1) == 0) {
            found.add("has several replicas without a log; TDengine wants wal-level 1 or 2 then");
        }
        return found;
    }

    @Override
    public boolean hasNamedDatabases() {
        return true;
    }

    @Override
    public boolean hasEachSubtableOnce() {
        return true;
    }
}
