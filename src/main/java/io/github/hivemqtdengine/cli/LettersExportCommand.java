package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.pipeline.time.EpochClock;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterLineScanner;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterLineScanner.Letter;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterReader.Line;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Exports dead letters as lines of JSON, or their payloads as files. */
@Command(
        name = "export",
        description = "Writes dead letters as lines of JSON, or the payload of each to a file of its own.",
        mixinStandardHelpOptions = true)
final class LettersExportCommand implements Callable<Integer> {

    @Mixin
    private final LetterOptions letters;

    @ArgGroup
    private Target target = new Target();

    @Spec
    private @Nullable CommandSpec spec;

    LettersExportCommand(Path home, EpochClock clock) {
        this.letters = new LetterOptions(home, clock);
    }

    /** Options that select the destination; at most one of them. */
    static final class Target {

        @Option(
                names = "--output",
                paramLabel = "FILE",
                description = "A new file for the lines of JSON; the standard output unless given.")
        private @Nullable Path output;

        @Option(
                names = "--payloads",
                paramLabel = "FOLDER",
                description = "A folder for a file with the payload of each letter.")
        private @Nullable Path payloads;
    }

    @Override
    public Integer call() throws IOException {
        var payloads = target.payloads;
        var output = target.output;
        try {
            long count = payloads != null ? payloadFiles(payloads) : output != null ? file(output) : standardOutput();
            letters.note(Words.deadLetters(count) + " exported");
            return count == 0 ? ExitCode.PROBLEMS : ExitCode.FINE;
        } catch (FileAlreadyExistsException e) {
            throw letters.usage(e.getFile() + " exists; name another file or folder");
        }
    }

    private long payloadFiles(Path folder) throws IOException {
        Files.createDirectories(folder);
        var names = new PayloadNames(folder);
        return letters.read((file, line, letter, lines) -> writePayload(names.next(letter), line, lines))
                .chosen();
    }

    /** Names for files of payloads: a number, the route and the reason. */
    private static final class PayloadNames {

        private final Path folder;
        private long number;

        PayloadNames(Path folder) {
            this.folder = folder;
        }

        Path next(Letter letter) {
            number++;
            var words = (letter.route() + "-" + letter.reason()).replaceAll("[^A-Za-z0-9_-]", "_");
            return folder.resolve(String.format(Locale.ROOT, "%08d-%s.payload", number, words));
        }
    }

    private static void writePayload(Path file, Line<Letter> line, DeadLetterLineScanner lines) throws IOException {
        try (var out = open(file)) {
            lines.writePayload(line, out);
        }
    }

    private long file(Path file) throws IOException {
        try (var out = open(file)) {
            return letters.read((from, line, letter, lines) -> lines.copy(line, out))
                    .chosen();
        }
    }

    private static OutputStream open(Path file) throws IOException {
        return new BufferedOutputStream(Files.newOutputStream(file, StandardOpenOption.CREATE_NEW));
    }

    private long standardOutput() throws IOException {
        var writer = Objects.requireNonNull(spec).commandLine().getOut();
        long count = letters.read((file, line, letter, lines) -> print(line, lines, writer))
                .chosen();
        writer.flush();
        return count;
    }

    private static void print(Line<Letter> line, DeadLetterLineScanner lines, PrintWriter to) throws IOException {
        try (var text = new InputStreamReader(lines.open(line), StandardCharsets.UTF_8)) {
            text.transferTo(to);
        }
        if (!line.hasLineFeed()) {
            to.write('\n');
        }
    }
}
