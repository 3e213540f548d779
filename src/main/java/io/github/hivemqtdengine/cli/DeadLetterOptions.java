// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.cli.option.DataFolderOption;
import io.github.hivemqtdengine.cli.option.PeriodOptions;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterHeader;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterReader;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterReader.Line;
import io.github.hivemqtdengine.time.EpochClock;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Options that choose dead letters. */
final class DeadLetterOptions {

    private static final String LETTERS = "*.jsonl";
    private static final String BROKERS_LETTERS = "dead-letters*.jsonl";
    private static final int MAX_NOTES = 10;
    private static final int MAX_ROUTES = 100;

    /** Routes of the letters that were read. */
    private final Set<String> found = new TreeSet<>();

    @Mixin
    private final DataFolderOption dataFolder;

    @Parameters(
            paramLabel = "FILE",
            arity = "0..*",
            description = "Files of dead letters, or folders with such files (*.jsonl); those of the broker unless"
                    + " given.")
    private List<Path> places = new ArrayList<>();

    @Option(names = "--route", paramLabel = "ID", description = "Only letters of this route; may be repeated.")
    private Set<String> routes = new HashSet<>();

    @Option(
            names = "--reason",
            paramLabel = "REASON",
            description = "Only letters with this reason, such as type_mismatch; may be repeated.")
    private Set<String> reasons = new HashSet<>();

    @Mixin
    private final PeriodOptions period;

    @Option(names = "--line", paramLabel = "N", description = "Only the letter on this line of a file, from 1.")
    private @Nullable Long lineNumber;

    @Spec(Target.MIXEE)
    private @Nullable CommandSpec spec;

    /**
     * @param home the extension's folder
     * @param clock the end of the durations of {@code --since} and {@code --until}
     */
    DeadLetterOptions(Path home, EpochClock clock) {
        this.dataFolder = new DataFolderOption(home);
        this.period = new PeriodOptions(clock);
    }

    /** Receiver of chosen letters. */
    @FunctionalInterface
    interface Receiver {

        /**
         * Takes a letter.
         *
         * @param lines copies the line on request
         */
        void accept(
                Path file,
                Line<DeadLetterHeader> line,
                DeadLetterHeader letter,
                DeadLetterReader<DeadLetterHeader> lines)
                throws IOException;
    }

    /**
     * Number of lines that were read.
     *
     * @param chosen lines that are dead letters and were asked for
     * @param unreadable lines that are not dead letters; a last line that is being written is not counted
     */
    record Counts(long chosen, long unreadable) {

        Counts plus(Counts more) {
            return new Counts(chosen + more.chosen, unreadable + more.unreadable);
        }
    }

    DataFolderOption dataFolder() {
        return dataFolder;
    }

    /**
     * Refuses routes that no letter is of, after a read that has found none.
     *
     * @throws ParameterException with the routes that have letters
     */
    void checkRoutes() {
        if (!routes.isEmpty() && !found.isEmpty() && Collections.disjoint(routes, found)) {
            throw usage("There is no dead letter of the route " + String.join(", ", routes) + "; there are some of "
                    + String.join(", ", found));
        }
    }

    /** Returns the current time. */
    Instant now() {
        return period.now();
    }

    /**
     * Passes each chosen letter to the receiver, in the order of the files and their lines. The broker may rename the
     * file that it appends to in the meantime: each file is read once, by whatever name. It is read as far as it was
     * written when it was found, since the receiver may write to one of the files.
     */
    Counts read(Receiver receiver) throws IOException {
        var time = period.read();
        var seen = new HashSet<Object>();
        var counts = new Counts(0, 0);
        for (int look = 0; look < 2; look++) { // the second finds a file that was renamed before it was opened
            for (var file : found()) {
                if (!seen.contains(file.key())) {
                    counts = counts.plus(read(file, seen, time, receiver));
                }
            }
        }
        return counts;
    }

    /**
     * File at the time when it was found.
     *
     * @param key identifies the file under any name
     */
    private record Found(Path path, Object key, boolean isFile, long bytes) {

        static Optional<Found> at(Path path) throws IOException {
            try {
                var attributes = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                var key = Objects.requireNonNullElse(attributes.fileKey(), path);
                return Optional.of(new Found(path, key, attributes.isRegularFile(), attributes.size()));
            } catch (NoSuchFileException e) {
                return Optional.empty();
            }
        }

        /** Returns whether the name is still that of the same file. */
        boolean isInPlace() throws IOException {
            return at(path).filter(now -> now.key.equals(key)).isPresent();
        }
    }

    private List<Found> found() throws IOException {
        var found = new ArrayList<Found>();
        for (var file : files()) {
            Found.at(file).ifPresent(found::add);
        }
        return found;
    }

    private List<Path> files() throws IOException {
        if (places.isEmpty()) {
            return filesIn(dataFolder.existing(), BROKERS_LETTERS);
        }
        var files = new ArrayList<Path>();
        for (var place : places) {
            if (Files.isDirectory(place)) {
                files.addAll(filesIn(place, LETTERS));
            } else if (Files.isReadable(place)) {
                files.add(place);
            } else {
                throw usage("There is no file " + place + " that can be read");
            }
        }
        return files;
    }

    /** Returns the files in the order of their names: the file that the broker appends to is the last one. */
    private static List<Path> filesIn(Path folder, String pattern) throws IOException {
        var files = new ArrayList<Path>();
        try (var entries = Files.newDirectoryStream(folder, pattern)) {
            entries.forEach(files::add);
        }
        files.removeIf(file -> Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS));
        files.sort(null);
        return files;
    }

    private Counts read(Found found, Set<Object> seen, PeriodOptions.Period time, Receiver receiver)
            throws IOException {
        if (!found.isFile()) {
            throw usage("\"" + found.path() + "\" is a link, or not a file, and is not read: its owner may have made it"
                    + " point elsewhere; name the file itself");
        }
        try (var lines = DeadLetterReader.ofHeaders(found.path(), found.bytes())) {
            if (!found.isInPlace()) {
                return new Counts(0, 0); // another file has its name now
            }
            seen.add(found.key());
            return read(found.path(), lines, time, receiver);
        } catch (FileSystemException e) {
            if (found.isInPlace()) {
                throw usage(found.path() + " can't be read (" + e.getClass().getSimpleName()
                        + "); run the command as the broker's user");
            }
            return new Counts(0, 0);
        }
    }

    private Counts read(
            Path file, DeadLetterReader<DeadLetterHeader> lines, PeriodOptions.Period time, Receiver receiver)
            throws IOException {
        long chosen = 0;
        long unreadable = 0;
        for (var line = lines.next(); line != null; line = lines.next()) {
            var letter = line.letter();
            if (letter != null && found.size() < MAX_ROUTES) {
                found.add(letter.route());
            }
            if (letter != null && isChosen(line, letter, time)) {
                receiver.accept(file, line, letter, lines);
                chosen++;
            } else if (letter == null && line.hasLineFeed()) {
                if (unreadable < MAX_NOTES) {
                    note(file + ":" + line.number() + " is not a dead letter and is left out: " + line.problem());
                }
                unreadable++;
            } else if (letter == null) {
                note(file + ":" + line.number() + " is incomplete and is left out: the broker is writing it, or its"
                        + " process ended meanwhile");
            }
        }
        return new Counts(chosen, unreadable);
    }

    private boolean isChosen(Line<DeadLetterHeader> line, DeadLetterHeader letter, PeriodOptions.Period time) {
        return (routes.isEmpty() || routes.contains(letter.route()))
                && (reasons.isEmpty() || reasonsAsWritten().contains(letter.reason()))
                && (lineNumber == null || lineNumber == line.number())
                && time.contains(letter.time());
    }

    private Set<String> reasonsAsWritten() {
        return reasons.stream()
                .map(reason -> reason.toLowerCase(Locale.ROOT).replace('-', '_'))
                .collect(Collectors.toSet());
    }

    /** Prints a line to standard error. */
    void note(String sentence) {
        var err = Objects.requireNonNull(spec).commandLine().getErr();
        err.println(sentence);
        err.flush();
    }

    /** Returns a usage error, which picocli reports. */
    ParameterException usage(String sentence) {
        return new ParameterException(Objects.requireNonNull(spec).commandLine(), sentence);
    }
}
