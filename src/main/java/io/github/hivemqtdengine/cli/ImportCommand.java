// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.cli.importer.ImportedMessages;
import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.spool.births.BirthLimits;
import io.github.hivemqtdengine.spool.births.Births;
import io.github.hivemqtdengine.spool.replay.ReplayDraft;
import io.github.hivemqtdengine.time.EpochClock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Imports historical data: makes a file that the broker replays. */
@Command(
        name = "import",
        description =
                "Imports historical data: maps each line of a file as a message, and writes the messages to the replay"
                        + " folder, from which the broker stores them at lower priority than live messages. The first line of"
                        + " CSV names the columns, and each other line becomes a JSON object; other files have one JSON object"
                        + " per line.",
        footer = {
            "",
            "Examples:",
            "  hivemq-tdengine import 2025.csv --topic 'site/{building}/meter/{id}' --time ts --check",
            "  hivemq-tdengine import telegraf.json --topic 'plant/{/tags/host}' --time timestamp"
        },
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class ImportCommand extends ConfiguredCommand {

    private static final int MAX_PROBLEMS = 10;
    private static final int LINES_BETWEEN_CHECKS = 1_000;
    private static final int LINES_BETWEEN_NOTES = 100_000;
    private static final long MIN_ROOM = 1L << 30;

    private final EpochClock clock;

    @Parameters(paramLabel = "FILE", description = "The file: CSV if its name ends in .csv.")
    private Path file = Path.of("");

    @Option(
            names = "--topic",
            paramLabel = "TOPIC",
            required = true,
            description = "The topic, with columns in braces. A field inside of an object has a JSON Pointer.")
    private String topic = "";

    @Option(
            names = "--time",
            paramLabel = "COLUMN",
            description = "The column with the time of arrival: ISO 8601, or a number of s, ms, us or ns since 1970.")
    private @Nullable String time;

    @Option(names = "--time-zone", paramLabel = "ZONE", description = "The zone of times without an offset.")
    private @Nullable ZoneId zone;

    @Option(
            names = "--payload",
            paramLabel = "COLUMN",
            description = "The column with the payload; the whole line unless given.")
    private @Nullable String payload;

    @Option(names = "--client", paramLabel = "ID", description = "The client id; ${DEFAULT-VALUE} unless given.")
    private String client = "import";

    @Option(names = "--charset", paramLabel = "NAME", description = "The file's; ${DEFAULT-VALUE} unless given.")
    private Charset charset = StandardCharsets.UTF_8;

    @Option(
            names = "--separator",
            paramLabel = "C",
            description = "Between values of CSV; ${DEFAULT-VALUE} unless given.")
    private char separator = ',';

    @Option(names = "--check", description = "Only map the lines; write nothing.")
    private boolean check;

    @Option(names = "--only-stored", description = "Import what would be stored, although other lines would not be.")
    private boolean onlyStored;

    @Mixin
    private final DataFolderOption dataFolder;

    ImportCommand(Path home, InputStream in, EpochClock clock) {
        super(home, in);
        this.clock = clock;
        this.dataFolder = new DataFolderOption(home);
    }

    @Override
    void checkOptions() {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw configuration().usage(file + " is not a file that can be read");
        }
    }

    @Override
    int run(ExtensionSettings settings) throws IOException {
        if (check) {
            return imported(settings, null);
        }
        try (var draft = dataFolder.draft(Instant.EPOCH.plus(clock.micros(), ChronoUnit.MICROS))) {
            return imported(settings, draft);
        }
    }

    private int imported(ExtensionSettings settings, @Nullable ReplayDraft draft) throws IOException {
        var trial = new Trial(settings, draft);
        trial.run();
        boolean isWanted = trial.written > 0 && (onlyStored || trial.failed == 0);
        var target = draft != null && isWanted ? draft.commit().toString() : null;
        output().print(trial.json(target), () -> trial.lines(target));
        return trial.failed == 0 && trial.lines > 0 ? ExitCode.FINE : ExitCode.PROBLEMS;
    }

    /** Lines of the file, tried one after the other. */
    private final class Trial {

        private final ExtensionSettings settings;
        private final RouteTable routes;
        private final @Nullable ReplayDraft draft;
        private final Map<String, Long> rows = new TreeMap<>();
        private final List<String> problems = new ArrayList<>();
        private long lines;
        private long failed;
        private long written;

        Trial(ExtensionSettings settings, @Nullable ReplayDraft draft) {
            this.settings = settings;
            this.routes = Mapping.withRegistries(settings, Births.inMemory(BirthLimits.DEFAULT))
                    .routes();
            this.draft = draft;
        }

        void run() throws IOException {
            var shape = new ImportedMessages.Shape(topic, time, zone, payload, client, charset, separator);
            long largest = settings.capture().maxMessageBytes();
            try (var messages = new ImportedMessages(file, shape, largest, clock.micros())) {
                while (tryNext(messages)) {
                    lines++;
                    if (lines % LINES_BETWEEN_CHECKS == 0) {
                        checkRoom();
                    }
                    if (lines % LINES_BETWEEN_NOTES == 0) {
                        output().note(lines + " lines");
                    }
                }
            }
        }

        private boolean tryNext(ImportedMessages messages) throws IOException {
            InboundMessage message;
            try {
                message = messages.next();
            } catch (IllegalArgumentException e) {
                fail(messages.line(), String.valueOf(e.getMessage()));
                return !messages.isBroken();
            }
            if (message == null) {
                return false;
            }
            var wanting = routes.match(message.topic());
            if (wanting.isEmpty()) {
                fail(messages.line(), "no route wants the topic " + message.topic());
            }
            for (var route : wanting) {
                tryRoute(route, message, messages.line());
            }
            return true;
        }

        private void tryRoute(Route route, InboundMessage message, long line) throws IOException {
            var explained = RouteExplanation.of(route, settings, message);
            if (!explained.isStored()) {
                fail(line, route.id() + ": " + explained.problem());
            } else if (time == null && explained.rows().stream().anyMatch(row -> isAtArrival(row, message))) {
                fail(line, route.id() + ": its time is its arrival; say which column has it: --time COLUMN");
            } else {
                rows.merge(route.id(), (long) explained.rows().size(), Long::sum);
                if (draft != null) {
                    draft.add(route.id(), message, "line " + line + " of " + file.getFileName());
                    written++;
                }
            }
        }

        private void fail(long line, String problem) {
            failed++;
            if (problems.size() < MAX_PROBLEMS) {
                problems.add("line " + line + ": " + problem);
            }
        }

        private void checkRoom() throws IOException {
            if (draft != null && Files.getFileStore(dataFolder.existing()).getUsableSpace() < MIN_ROOM) {
                throw configuration()
                        .usage("The disk of " + dataFolder.existing()
                                + " has less than 1 GiB left, which the broker may"
                                + " need; nothing is imported. Make room, or import the file in parts");
            }
        }

        Map<String, @Nullable Object> json(@Nullable String target) {
            return new Fields()
                    .with("lines", lines)
                    .with("rows", rows)
                    .with("failed", failed)
                    .with("problems", problems)
                    .with("file", target)
                    .map();
        }

        List<String> lines(@Nullable String target) {
            var said = new ArrayList<>(problems);
            if (failed > problems.size()) {
                said.add("... and " + (failed - problems.size()) + " more");
            }
            rows.forEach((route, count) -> said.add(lines + " lines: " + count + " rows of the route " + route));
            said.add(conclusion(target));
            return said;
        }

        private String conclusion(@Nullable String target) {
            if (target != null) {
                return "Written to " + target + "; a running broker stores it at lower priority than live messages,"
                        + " and then moves it to replay/done";
            }
            if (lines == 0 && failed == 0) {
                return file + " has no line with values; nothing is imported";
            }
            if (failed > 0 && !onlyStored) {
                return failed
                        + " would not be stored; nothing is imported. Correct the mapping or the file, or leave them"
                        + " out with --only-stored";
            }
            return failed == 0
                    ? "All lines would be stored; nothing is written because of --check"
                    : failed + " would not be stored; nothing is written because of --check";
        }
    }

    private static boolean isAtArrival(Row row, InboundMessage message) {
        return row.timestamp() == Math.multiplyExact(message.arrivalMicros(), 1_000L);
    }
}
