// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.cli.option.DataFolderOption;
import io.github.hivemqtdengine.cli.output.ExitCode;
import io.github.hivemqtdengine.cli.output.Fields;
import io.github.hivemqtdengine.cli.output.OutputOption;
import io.github.hivemqtdengine.cli.output.StatusTable;
import io.github.hivemqtdengine.cli.output.Words;
import io.github.hivemqtdengine.cli.suggest.UnmappedChecks;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.jdbc.dialect.CheckResult;
import io.github.hivemqtdengine.jdbc.dialect.CheckResult.Level;
import io.github.hivemqtdengine.status.StatusDiagnostics;
import io.github.hivemqtdengine.status.StatusFile;
import io.github.hivemqtdengine.status.StatusNode;
import io.github.hivemqtdengine.time.EpochClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows the status of a running extension. */
@Command(
        name = "status",
        description = "Shows whether the extension of a running broker works: its configuration, databases, spool, dead"
                + " letters, routes and latest warnings. The exit code is 1 if anything fails.",
        footer = {"", "Example:", "  hivemq-tdengine status --watch"},
        mixinStandardHelpOptions = true)
final class StatusCommand implements Callable<Integer> {

    private static final Duration BETWEEN_VIEWS = Duration.ofSeconds(1);
    private static final String CLEAR = "\u001b[H\u001b[2J";

    private final EpochClock clock;

    @Mixin
    private final DataFolderOption dataFolder;

    @Mixin
    private final OutputOption output = new OutputOption();

    @Option(names = "--watch", description = "Show it anew each second, until Ctrl-C.")
    private boolean watch;

    @Option(
            names = "--running",
            description = "Check only that the extension runs, for health checks that restart the broker: a database"
                    + " that is away is no reason to.")
    private boolean onlyRunning;

    StatusCommand(Path home, EpochClock clock) {
        this.clock = clock;
        this.dataFolder = new DataFolderOption(home);
    }

    /** Status file and its assessment. */
    private record View(StatusNode status, List<CheckResult> findings) {

        boolean isFine() {
            return findings.stream().noneMatch(finding -> finding.level() == Level.FAIL);
        }

        Map<String, @Nullable Object> json() {
            return new Fields()
                    .with("fine", isFine())
                    .with("findings", findings.stream().map(View::json).toList())
                    .with("status", status.fields())
                    .map();
        }

        private static Map<String, @Nullable Object> json(CheckResult finding) {
            return new Fields()
                    .with("check", finding.check())
                    .with("level", Words.of(finding.level()))
                    .with("sentence", finding.sentence())
                    .map();
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        var view = view();
        boolean isRead = show(view);
        while (watch && isRead) {
            Thread.sleep(BETWEEN_VIEWS.toMillis());
            view = view();
            isRead = show(view);
        }
        return view.isFine() ? ExitCode.FINE : ExitCode.PROBLEMS;
    }

    /** Prints a view; returns whether the output is still read. */
    private boolean show(View view) {
        return output.print(
                view.json(),
                () -> StatusTable.lines(view.status, view.findings),
                watch && output.isOnTerminal() ? CLEAR : "");
    }

    private View view() {
        var folder = dataFolder.extensionFolder();
        try {
            var status = StatusNode.read(Files.readAllBytes(folder.resolve(StatusFile.NAME)));
            var diagnostics = new StatusDiagnostics(status, Instant.ofEpochMilli(clock.micros() / 1_000));
            return new View(status, onlyRunning ? List.of(diagnostics.running()) : findings(diagnostics));
        } catch (IOException | DecodeException e) {
            return new View(new StatusNode(Map.of()), List.of(CheckResult.fail("extension", problem(folder, e))));
        }
    }

    private static List<CheckResult> findings(StatusDiagnostics diagnostics) {
        var checks = diagnostics.run().stream();
        return diagnostics.running().level() == Level.FAIL
                ? checks.toList()
                : Stream.concat(checks, UnmappedChecks.of(diagnostics.status()).stream())
                        .toList();
    }

    private static String problem(Path folder, Exception failure) {
        if (!(failure instanceof NoSuchFileException)) {
            return folder.resolve(StatusFile.NAME) + " can't be read (" + failure
                    + "); run the command as the broker's user";
        }
        return Files.isDirectory(folder)
                ? "there is no " + folder.resolve(StatusFile.NAME)
                        + "; start the broker, and see in its log whether the extension has started"
                : "there is no folder " + folder + "; say which data folder HiveMQ has: --data-folder FOLDER";
    }
}
