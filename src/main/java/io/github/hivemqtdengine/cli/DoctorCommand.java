// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.cli.option.DataFolderOption;
import io.github.hivemqtdengine.cli.output.ExitCode;
import io.github.hivemqtdengine.cli.output.Fields;
import io.github.hivemqtdengine.cli.output.Words;
import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.jdbc.DatabaseDiagnostics;
import io.github.hivemqtdengine.jdbc.dialect.CheckResult;
import io.github.hivemqtdengine.jdbc.dialect.CheckResult.Level;
import io.github.hivemqtdengine.time.EpochClock;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

    /**
     * Result of a check.
     *
     * @param subject a database, or the spool
     */
    private record Finding(String subject, CheckResult result) {

        String line() {
            return "%-4s  %s, %s: %s".formatted(level(), subject, result.check(), result.sentence());
        }

        Map<String, @Nullable Object> json() {
            return new Fields()
                    .with("subject", subject)
                    .with("check", result.check())
                    .with("level", level())
                    .with("sentence", result.sentence())
                    .map();
        }

        private String level() {
            return Words.of(result.level());
        }
    }

    @Override
    boolean isStrict() {
        return true;
    }

    @Override
    int run(ExtensionSettings settings) {
        var mapping = Mapping.of(settings);
        var findings = new ArrayList<Finding>();
        for (var database : configuration().databases(settings, databaseId)) {
            new DatabaseDiagnostics(database, mapping.shapes(database.id()), clock)
                    .run(write, result -> add(findings, "database " + database.id(), result));
        }
        new SpoolDiagnostics(dataFolder.extensionFolder(), settings)
                .check()
                .forEach(result -> add(findings, "spool", result));
        boolean isFine = findings.stream().noneMatch(finding -> finding.result.level() == Level.FAIL);
        output().print(
                        new Fields()
                                .with("fine", isFine)
                                .with(
                                        "findings",
                                        findings.stream().map(Finding::json).toList())
                                .map(),
                        List::of);
        return isFine ? ExitCode.FINE : ExitCode.PROBLEMS;
    }

    /** Adds a finding, and prints it at once. */
    private void add(List<Finding> findings, String subject, CheckResult result) {
        var finding = new Finding(subject, result);
        findings.add(finding);
        output().progress(finding.line());
    }
}
