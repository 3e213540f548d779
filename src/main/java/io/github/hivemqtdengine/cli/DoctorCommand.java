// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.jdbc.DatabaseDiagnostics;
import io.github.hivemqtdengine.jdbc.dialect.CheckResult;
import io.github.hivemqtdengine.jdbc.dialect.CheckResult.Level;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.time.EpochClock;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Checks the databases and the spool's folder. */
@Command(
        name = "doctor",
        description = "Connects to the databases and looks at them, and at the folder where messages wait.",
        footer = {"", "Example:", "  hivemq-tdengine doctor --write"},
        mixinStandardHelpOptions = true)
final class DoctorCommand extends FileCommand {

    private final EpochClock clock;

    @Option(names = "--database", paramLabel = "ID", description = "Only this database.")
    private @Nullable String databaseId;

    @Option(
            names = "--write",
            description = "Try the user's rights: create a table with a name of its own, write a row, read it, drop the"
                    + " table. A database that is missing is created as a start would.")
    private boolean write;

    @Mixin
    private final DataFolderOption dataFolder;

    DoctorCommand(Path home, InputStream in, EpochClock clock) {
        super(home, in);
        this.clock = clock;
        this.dataFolder = new DataFolderOption(home);
    }

    /** Check results of one subject: a database, or the spool. */
    private record Report(String subject, List<CheckResult> findings) {

        List<String> lines() {
            return findings.stream()
                    .map(finding -> "%-4s  %s, %s: %s"
                            .formatted(word(finding.level()), subject, finding.check(), finding.sentence()))
                    .toList();
        }

        List<Map<String, @Nullable Object>> json() {
            return findings.stream()
                    .map(finding -> new Fields()
                            .with("subject", subject)
                            .with("check", finding.check())
                            .with("level", word(finding.level()))
                            .with("sentence", finding.sentence())
                            .map())
                    .toList();
        }

        boolean hasFailures() {
            return findings.stream().anyMatch(finding -> finding.level() == Level.FAIL);
        }

        private static String word(Level level) {
            return level.name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    boolean isStrict() {
        return true;
    }

    @Override
    int run(ExtensionSettings settings) {
        var mapping = Mapping.of(settings);
        var reports = new ArrayList<Report>();
        for (var database : configuration().databases(settings, databaseId)) {
            reports.add(new Report("database " + database.id(), findings(database, mapping)));
        }
        reports.add(new Report("spool", new SpoolDiagnostics(dataFolder.extensionFolder(), settings).check()));
        boolean isFine = reports.stream().noneMatch(Report::hasFailures);
        output().print(
                        new Fields()
                                .with("fine", isFine)
                                .with(
                                        "findings",
                                        reports.stream()
                                                .flatMap(report -> report.json().stream())
                                                .toList())
                                .map(),
                        () -> reports.stream()
                                .flatMap(report -> report.lines().stream())
                                .toList());
        return isFine ? ExitCode.FINE : ExitCode.PROBLEMS;
    }

    private List<CheckResult> findings(DatabaseSettings database, Mapping mapping) {
        return new DatabaseDiagnostics(database, mapping.shapes(database.id()), clock).run(write);
    }
}
