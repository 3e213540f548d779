// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.cli.output.ExitCode;
import io.github.hivemqtdengine.cli.output.Fields;
import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.jdbc.JdbcDatabase;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.message.TableShape;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints the statements that create the tables of the mapping. */
@Command(
        name = "ddl",
        description = "Prints the statements that create the databases and tables that the routes write; connects to"
                + " nothing.",
        footer = {"", "Example:", "  hivemq-tdengine ddl | taos"},
        mixinStandardHelpOptions = true)
final class DdlCommand extends FileCommand {

    @Option(names = "--database", paramLabel = "ID", description = "Only those of this database.")
    private @Nullable String databaseId;

    DdlCommand(Path home, InputStream in) {
        super(home, in);
    }

    private record Script(DatabaseSettings database, List<String> statements) {

        Map<String, @Nullable Object> json() {
            return new Fields()
                    .with("id", database.id())
                    .with("name", database.name())
                    .with("statements", statements)
                    .map();
        }
    }

    @Override
    int run(ExtensionSettings settings) {
        var mapping = Mapping.of(settings);
        var scripts = configuration().databases(settings, databaseId).stream()
                .map(database -> new Script(database, statements(database, mapping)))
                .toList();
        output().print(
                        new Fields()
                                .with(
                                        "databases",
                                        scripts.stream().map(Script::json).toList())
                                .map(),
                        () -> scripts.stream()
                                .flatMap(script -> script.statements().stream())
                                .toList());
        for (var script : scripts) {
            mapping.idsWithoutTables(script.database().id())
                    .forEach(id -> output().note("There is nothing to create for the route " + id
                            + ": it has a <statement-template>, so its tables are yours."));
            mapping.idsWithNamedTables(script.database().id())
                    .forEach(id -> output().note("The records of the route " + id
                            + " name super tables; each is created with its first row."));
        }
        if (scripts.size() > 1) {
            output().note("These are the statements of " + scripts.size()
                    + " databases, one after the other; --database ID prints those of one.");
        }
        evolving(configuration().databases(settings, databaseId), mapping)
                .forEach(table -> output().note("The table " + table + " gets columns for the fields of its messages as"
                        + " they come; where no statement above creates it, it is created with the first ones."));
        return ExitCode.FINE;
    }

    private static List<String> evolving(List<DatabaseSettings> databases, Mapping mapping) {
        return databases.stream()
                .flatMap(database -> mapping.tables(database.id()).stream())
                .filter(TableHandle::isEvolving)
                .map(TableHandle::shape)
                .map(TableShape::superTable)
                .distinct()
                .toList();
    }

    private static List<String> statements(DatabaseSettings database, Mapping mapping) {
        return JdbcDatabase.ddl(database, mapping.shapes(database.id())).stream()
                .map(statement -> statement + ";")
                .toList();
    }
}
