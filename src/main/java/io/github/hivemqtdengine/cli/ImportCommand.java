// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.cli.importer.ImportedMessages;
import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.SqlTemplate;
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
import java.util.Arrays;
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
    private static final int LINES_BETWEEN_NOTES = 100_000;
    private static final long BYTES_BETWEEN_CHECKS = 16L << 20;

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
            description = "Between values of CSV: a character, or tab; ${DEFAULT-VALUE} unless given.")
    private String separator = ",";

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
        if (!ImportedMessages.isTopic(topic)) {
            throw configuration()
                    .usage("--topic \"" + topic + "\" is empty, or has a brace that is not part of {COLUMN}");
        }
        var unused = separator();
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
        var target = draft != null && trial.isComplete() ? draft.commit().toString() : null;
        output().print(trial.json(target), () -> trial.lines(target));
        return trial.isComplete() && trial.failed == 0 ? ExitCode.FINE : ExitCode.PROBLEMS;
    }

    /** Lines of the file, mapped one after the other. */
    private final class Trial {

        private final ExtensionSettings settings;
        private final RouteTable routes;
        private final @Nullable ReplayDraft draft;
        private final Map<String, Long> rows = new TreeMap<>();
        private final List<String> problems = new ArrayList<>();
        /** Why nothing is written, whatever the lines are; {@code null} if there is no such reason. */
        private @Nullable String obstacle;

        private long lines;
        private long failed;
        private long checkRoomAt;

        Trial(ExtensionSettings settings, @Nullable ReplayDraft draft) {
            this.settings = settings;
            this.routes = Mapping.withRegistries(settings, Births.inMemory(BirthLimits.DEFAULT))
                    .routes();
            this.draft = draft;
        }

        /** Returns whether all lines were read, and those that may be written can be. */
        boolean isComplete() {
            return obstacle == null && failed < lines && (onlyStored || failed == 0);
        }

        void run() throws IOException {
            var shape = new ImportedMessages.Shape(topic, time, zone, payload, client, charset, separator());
            long largest = settings.capture().maxMessageBytes();
            try (var messages = new ImportedMessages(file, shape, largest, clock.micros())) {
                while (obstacle == null && tryNext(messages)) {
                    if (lines % LINES_BETWEEN_NOTES == 0) {
                        output().note(lines + " lines");
                    }
                }
            }
        }

        private boolean tryNext(ImportedMessages messages) throws IOException {
            try {
                var message = messages.next();
                if (message == null) {
                    return false;
                }
                lines++;
                map(message, messages.line());
            } catch (IllegalArgumentException e) {
                lines++;
                if (messages.isBroken()) {
                    failed++;
                    obstacle = "The file can't be read after line " + messages.line() + ": " + e.getMessage();
                } else {
                    fail(messages.line(), String.valueOf(e.getMessage()));
                }
            }
            return true;
        }

        /** Maps a line by all of its routes; it is written for all of them, or not. */
        private void map(InboundMessage message, long line) throws IOException {
            var wanting = routes.match(message.topic());
            if (wanting.isEmpty()) {
                fail(line, "no route wants the topic " + message.topic());
                return;
            }
            var explained = wanting.stream()
                    .map(route -> RouteExplanation.of(route, settings, message))
                    .toList();
            for (var one : explained) {
                var problem = problem(one, message);
                if (problem != null) {
                    fail(line, one.match().route().id() + ": " + problem);
                    return;
                }
            }
            for (var one : explained) {
                var id = one.match().route().id();
                rows.merge(id, (long) one.rows().size(), Long::sum);
                if (draft != null) {
                    checkRoom(draft);
                    draft.add(id, message, "line " + line + " of " + file.getFileName());
                }
            }
        }

        private @Nullable String problem(RouteExplanation explained, InboundMessage message) {
            if (!explained.isStored()) {
                return explained.problem();
            }
            return time == null && explained.rows().stream().anyMatch(row -> isAtArrival(row, message))
                    ? "its time is its arrival; name the column that has it: --time COLUMN"
                    : null;
        }

        private void fail(long line, String problem) {
            failed++;
            if (problems.size() < MAX_PROBLEMS) {
                problems.add("line " + line + ": " + problem);
            }
        }

        /** Stops before the disk has no more room than the spool leaves free. */
        private void checkRoom(ReplayDraft written) throws IOException {
            if (written.bytes() >= checkRoomAt) {
                checkRoomAt = written.bytes() + BYTES_BETWEEN_CHECKS;
                long free = Files.getFileStore(dataFolder.existing()).getUsableSpace();
                if (free < settings.spool().minFreeBytes() + 2 * BYTES_BETWEEN_CHECKS) {
                    obstacle = "The disk of " + dataFolder.existing() + " has only " + (free >> 20)
                            + " MiB left, and the spool leaves min-free-bytes free";
                }
            }
        }

        Map<String, @Nullable Object> json(@Nullable String target) {
            return new Fields()
                    .with("lines", lines)
                    .with("rows", rows)
                    .with("failed", failed)
                    .with("problems", problems)
                    .with("obstacle", obstacle)
                    .with("file", target)
                    .map();
        }

        List<String> lines(@Nullable String target) {
            var said = new ArrayList<>(problems);
            if (failed > problems.size()) {
                said.add("... and " + (failed - problems.size()) + " more");
            }
            said.add("Lines: " + lines + ", failed: " + failed);
            rows.forEach((route, count) -> said.add("Route " + route + ": rows: " + count));
            said.add(conclusion(target));
            return said;
        }

        private String conclusion(@Nullable String target) {
            if (target != null) {
                return "Written to " + target + "; a running broker stores it at lower priority than live messages,"
                        + " and then moves it to replay/done";
            }
            if (obstacle != null) {
                return obstacle + "; nothing is imported";
            }
            if (lines == failed) {
                return lines == 0
                        ? file + " has no line with values; nothing is imported"
                        : "No line would be stored; nothing is imported";
            }
            if (check) {
                return "Nothing is written because of --check";
            }
            return "Nothing is imported. Correct the mapping or the file, or import the other lines with --only-stored";
        }
    }

    private char separator() {
        if (separator.equals("tab")) {
            return '\t';
        }
        if (separator.length() != 1 || "\"\r\n".contains(separator)) {
            throw configuration().usage("--separator is one character, or the word tab");
        }
        return separator.charAt(0);
    }

    private static boolean isAtArrival(Row row, InboundMessage message) {
        var arrival = Instant.EPOCH.plus(message.arrivalMicros(), ChronoUnit.MICROS);
        return row.timestamp() == Math.multiplyExact(message.arrivalMicros(), 1_000L)
                || (row.target() instanceof SqlTemplate
                        && Arrays.asList(row.values()).contains(arrival));
    }
}
