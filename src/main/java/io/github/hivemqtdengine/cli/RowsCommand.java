// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.cli.output.ExitCode;
import io.github.hivemqtdengine.cli.output.Fields;
import io.github.hivemqtdengine.cli.output.TextTable;
import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.jdbc.DatabaseDiagnostics;
import io.github.hivemqtdengine.jdbc.LatestRows;
import io.github.hivemqtdengine.message.TableShape;
import io.github.hivemqtdengine.time.EpochClock;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints the last rows of the tables of the mapping. */
@Command(
        name = "rows",
        description = "Prints the last rows of up to 100 tables that the routes write, the newest first.",
        footer = {"", "Example:", "  hivemq-tdengine rows --table meters --limit 5"},
        mixinStandardHelpOptions = true)
final class RowsCommand extends FileCommand {

    private static final int MAX_ROWS = 1_000;
    private static final int MAX_TABLES = 100;

    private final EpochClock clock;

    @Option(names = "--database", paramLabel = "ID", description = "Only tables of this database.")
    private @Nullable String databaseId;

    @Option(names = "--table", paramLabel = "NAME", description = "Only this table.")
    private @Nullable String table;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "10",
            description = "How many rows of each table, up to 1000; 10 unless given.")
    private int limit;

    RowsCommand(Path home, InputStream in, EpochClock clock) {
        super(home, in);
        this.clock = clock;
    }

    /** Rows of a table, and the id of its database. */
    private record Found(String database, LatestRows rows) {

        Map<String, @Nullable Object> json() {
            return new Fields()
                    .with("database", database)
                    .with("table", rows.table())
                    .with("columns", rows.columns())
                    .with("rows", rows.rows())
                    .with("problem", rows.problem())
                    .map();
        }

        List<String> lines() {
            var lines = new ArrayList<String>();
            lines.add(database + ", " + rows.table() + (rows.problem() == null ? ":" : ": " + rows.problem()));
            if (rows.problem() == null) {
                var cells = rows.rows().stream()
                        .map(row -> row.stream().map(Found::text).toList())
                        .toList();
                TextTable.lines(rows.columns(), cells).forEach(line -> lines.add("  " + line));
            }
            return lines;
        }

        private static String text(@Nullable Object value) {
            return value == null ? "NULL" : value.toString();
        }
    }

    @Override
    void checkOptions() {
        if (limit < 1 || limit > MAX_ROWS) {
            throw configuration().usage("--limit is " + limit + "; it is 1 to " + MAX_ROWS);
        }
    }

    @Override
    boolean isStrict() {
        return true;
    }

    @Override
    int run(ExtensionSettings settings) {
        var mapping = Mapping.of(settings);
        var found = new ArrayList<Found>();
        int others = 0;
        for (var database : configuration().databases(settings, databaseId)) {
            var shapes = new LinkedHashMap<String, TableShape>(); // routes may write the same table
            for (var shape : mapping.shapes(database.id())) {
                if (table == null || shape.superTable().equals(table)) {
                    shapes.putIfAbsent(shape.superTable(), shape);
                }
            }
            var shown =
                    shapes.values().stream().limit(MAX_TABLES - found.size()).toList();
            others += shapes.size() - shown.size();
            if (!shown.isEmpty()) {
                new DatabaseDiagnostics(database, shown, clock)
                        .latest(limit)
                        .forEach(rows -> found.add(new Found(database.id(), rows)));
            }
        }
        if (found.isEmpty()) {
            throw configuration().usage("No route writes " + (table == null ? "a table" : "the table " + table));
        }
        if (others > 0) {
            output().note("%d other tables are not shown; choose some with --database or --table".formatted(others));
        }
        output().print(
                        new Fields()
                                .with("tables", found.stream().map(Found::json).toList())
                                .with("others", others)
                                .map(),
                        () -> found.stream()
                                .flatMap(one -> one.lines().stream())
                                .toList());
        return found.stream().allMatch(one -> one.rows().problem() == null) ? ExitCode.FINE : ExitCode.PROBLEMS;
    }
}
