// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.cli.importer.ImportedMessages;
import io.github.hivemqtdengine.cli.option.DataFolderOption;
import io.github.hivemqtdengine.cli.output.ExitCode;
import io.github.hivemqtdengine.config.ExtensionSettings;
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
import java.util.List;
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

    private static final int LINES_BETWEEN_NOTES = 100_000;

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
        var shape = new ImportedMessages.Shape(topic, time, zone, payload, client, charset, separator());
        long largest = settings.capture().maxMessageBytes();
        var run = new ReplayRun(settings, ReplayRun.Kind.LINES, time != null, draft);
        try (var messages = new ImportedMessages(file, shape, largest, clock.micros())) {
            while (run.isOpen() && readNext(messages, run)) {
                if (run.count() % LINES_BETWEEN_NOTES == 0) {
                    output().note(run.count() + " lines");
                }
            }
        }
        var target = run.commit(onlyStored);
        output().print(run.json(target).map(), () -> lines(run, target));
        return run.isFine() ? ExitCode.FINE : ExitCode.PROBLEMS;
    }

    private static boolean readNext(ImportedMessages messages, ReplayRun run) throws IOException {
        try {
            var message = messages.next();
            if (message == null) {
                return false;
            }
            run.add(run.routes().match(message.topic()), message, "line " + messages.line());
        } catch (IllegalArgumentException e) {
            if (messages.isBroken()) {
                run.breakOff("The file can't be read after line " + messages.line() + ": " + e.getMessage());
            } else {
                run.fail("line " + messages.line(), String.valueOf(e.getMessage()));
            }
        }
        return true;
    }

    private List<String> lines(ReplayRun run, @Nullable String target) {
        var lines = run.lines();
        lines.add(target != null ? ReplayRun.written(target) : unwritten(run));
        return lines;
    }

    private String unwritten(ReplayRun run) {
        if (!run.isOpen()) {
            return "Nothing is imported";
        }
        if (run.stored() == 0) {
            return run.failed() == 0
                    ? file + " has no line with values; nothing is imported"
                    : "No line would be stored; nothing is imported";
        }
        return check
                ? "Nothing is written because of --check"
                : "Nothing is imported. Correct the mapping or the file, or import the other lines with --only-stored";
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
}
