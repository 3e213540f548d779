// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine;

import io.github.hivemqtdengine.jdbc.dialect.CheckResult;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.Diagnostics;
import io.github.hivemqtdengine.jdbc.dialect.Query;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.SchemaMode;
import io.github.hivemqtdengine.jdbc.tdengine.sql.DescribedColumn;
import io.github.hivemqtdengine.jdbc.tdengine.sql.Identifier;
import io.github.hivemqtdengine.jdbc.tdengine.sql.TableDifferences;
import io.github.hivemqtdengine.jdbc.tdengine.sql.TdengineDdl;
import io.github.hivemqtdengine.message.TableShape;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** Diagnostics of a TDengine database. */
final class TdengineDiagnostics implements Diagnostics {

    private static final int[] OLDEST_SERVER = {3, 3, 6};
    private static final Pattern NO_DIGITS = Pattern.compile("\\D+");
    /** Share of a limit above which another column may soon be too much. */
    private static final int PERCENT_WORTH_A_WARNING = 95;

    private final DatabaseSettings settings;
    private final TdengineSchema schema;
    private final TdengineDdl ddl;

    TdengineDiagnostics(DatabaseSettings settings) {
        this.settings = settings;
        this.schema = new TdengineSchema(settings);
        this.ddl = new TdengineDdl(settings.name());
    }

    @Override
    public String selectMillis() {
        return "SELECT CAST(NOW() AS BIGINT)";
    }

    @Override
    public List<CheckResult> versions(Connection connection) throws SQLException {
        var server = Query.text(connection, "SELECT server_version()");
        var sentence =
                "TDengine " + server + ", driver " + connection.getMetaData().getDriverVersion();
        return List.of(
                isNewEnough(server)
                        ? CheckResult.ok("version", sentence)
                        : CheckResult.fail(
                                "version", sentence + "; the extension needs a server of 3.3.6 or newer: update it"));
    }

    static boolean isNewEnough(String version) {
        var numbers = Arrays.stream(NO_DIGITS.split(version))
                .filter(number -> !number.isEmpty())
                .mapToInt(Integer::parseInt)
                .limit(OLDEST_SERVER.length)
                .toArray();
        return Arrays.compare(numbers, OLDEST_SERVER) >= 0;
    }

    @Override
    public List<CheckResult> database(Connection connection) throws SQLException {
        var there = schema.properties(connection);
        return there.isPresent() ? existing(there.get()) : List.of(missing());
    }

    private CheckResult missing() {
        var create = ddl.createDatabase(settings.schema());
        return settings.schema().mode() == SchemaMode.OFF
                ? CheckResult.fail(
                        "database",
                        "there is no database " + settings.name() + ", and <schema> is off; create it: " + create)
                : CheckResult.ok(
                        "database", "there is no database " + settings.name() + " yet; a start creates it: " + create);
    }

    private List<CheckResult> existing(DatabaseProperties there) {
        var found = new ArrayList<CheckResult>();
        found.add(CheckResult.ok("database", settings.name() + " is there: " + there.description()));
        var wanted = settings.schema().precision();
        found.add(
                there.precision() == wanted
                        ? CheckResult.ok("precision", wanted.unit() + ", as configured")
                        : CheckResult.warn(
                                "precision",
                                "the database counts in " + there.precision().unit() + ", the configuration says "
                                        + wanted.unit() + "; the database's is what counts and can't be changed: write"
                                        + " <precision>" + there.precision().unit() + "</precision>"));
        found.add(there.keep()
                .map(keep -> CheckResult.ok(
                        "keep",
                        "rows are kept for " + keep.toDays() + " d from their time on; older ones become dead letters"))
                .orElseGet(() -> CheckResult.warn("keep", "the server does not say how long it keeps rows")));
        there.warning(settings.name()).ifPresent(warning -> found.add(CheckResult.warn("durability", warning)));
        return found;
    }

    @Override
    public List<CheckResult> table(Connection connection, TableShape table) throws SQLException {
        return List.of(shape(connection, table), limits(table));
    }

    private CheckResult shape(Connection connection, TableShape table) throws SQLException {
        var name = "super table " + table.superTable();
        var there = schema.properties(connection).isPresent()
                ? schema.describe(connection, table)
                : List.<DescribedColumn>of();
        if (there.isEmpty()) {
            return settings.schema().mode() == SchemaMode.OFF
                    ? CheckResult.fail("table", name + " is not there; create it: " + ddl.createTable(table))
                    : CheckResult.ok("table", name + " is not there yet; a start creates it");
        }
        var differences = new TableDifferences(table, there);
        differences.checkKeys();
        differences.checkTypes();
        if (differences.missing().isEmpty()) {
            return CheckResult.ok("table", name + " is as its routes write it");
        }
        return settings.schema().mode() == SchemaMode.EVOLVE
                ? CheckResult.ok("table", name + " lacks a column or tag, which a start adds")
                : CheckResult.fail(
                        "table",
                        name + " lacks a column or tag; write <schema>evolve</schema>, or add it: "
                                + String.join("; ", ddl.alter(table, differences)));
    }

    private static CheckResult limits(TableShape table) {
        int bytes = TdengineLimits.rowBytes(table);
        int tags = table.tags().size();
        var sentence = "rows of " + table.superTable() + " take up to " + bytes + " of " + TdengineLimits.MAX_ROW_BYTES
                + " bytes, and have " + tags + " of " + TdengineLimits.MAX_TAGS + " tags";
        boolean isNear = isNear(bytes, TdengineLimits.MAX_ROW_BYTES) || isNear(tags, TdengineLimits.MAX_TAGS);
        return isNear
                ? CheckResult.warn("limits", sentence + "; make long columns shorter before you add more")
                : CheckResult.ok("limits", sentence);
    }

    private static boolean isNear(int size, int most) {
        return size * 100L > (long) most * PERCENT_WORTH_A_WARNING;
    }

    @Override
    public String drop(String table) {
        return "DROP STABLE IF EXISTS " + qualified(table);
    }

    @Override
    public String count(String table) {
        return "SELECT COUNT(*) FROM " + qualified(table);
    }

    @Override
    public String latest(TableShape table, int limit) {
        return "SELECT tbname, * FROM " + qualified(table.superTable()) + " ORDER BY "
                + Identifier.column(table.timestampColumn()) + " DESC LIMIT " + limit;
    }

    private String qualified(String table) {
        return Identifier.database(settings.name()) + "." + Identifier.table(table);
    }
}
