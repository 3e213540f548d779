package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.cli.migrate.Migration;
import io.github.hivemqtdengine.cli.migrate.MigrationException;
import io.github.hivemqtdengine.cli.migrate.Note;
import io.github.hivemqtdengine.config.ConfigurationException;
import io.github.hivemqtdengine.config.ConfigurationReader;
import io.github.hivemqtdengine.config.xml.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Converts the configuration file of an earlier extension. */
@Command(
        name = "migrate",
        description = "Converts the configuration file of an earlier HiveMQ extension for TDengine to a config.xml that"
                + " continues its tables, to be looked over.",
        mixinStandardHelpOptions = true)
final class MigrateCommand implements Callable<Integer> {

    private final InputStream in;

    @Parameters(paramLabel = "FILE", description = "The file that the old extension reads; - for the input.")
    private Path file = Path.of("-");

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "A new file for the configuration; the standard output unless given.")
    private @Nullable Path target;

    @Mixin
    private final OutputOption output = new OutputOption();

    @Spec
    private @Nullable CommandSpec spec;

    MigrateCommand(InputStream in) {
        this.in = in;
    }

    @Override
    public Integer call() throws IOException {
        var content = MessageOptions.read("FILE", file, in, Migration.MAX_BYTES + 1, this::usage);
        try {
            var migration = Migration.of(String.valueOf(file.getFileName()), content);
            var problems = problems(migration);
            print(migration, problems);
            return problems.isEmpty() ? ExitCode.FINE : ExitCode.PROBLEMS;
        } catch (MigrationException e) {
            var sentence = place(e.line()) + " " + e.getMessage();
            output.note(sentence);
            output.print(
                    new Fields()
                            .with("file", file.toString())
                            .with("line", e.line())
                            .with("problem", e.getMessage())
                            .map(),
                    List::of);
            return ExitCode.PROBLEMS;
        }
    }

    private void print(Migration migration, List<Problem> problems) throws IOException {
        var written = target;
        if (written != null) {
            write(written, migration.xml());
        }
        migration.notes().forEach(note -> output.note(place(note.line()) + " " + note.sentence()));
        problems.forEach(problem -> output.note("config.xml:" + problem.line() + " <" + problem.element() + "> \""
                + problem.value() + "\" " + problem.rule()));
        output.print(
                new Fields()
                        .with("file", file.toString())
                        .with("extension", migration.extension())
                        .with("configuration", migration.xml())
                        .with(
                                "notes",
                                migration.notes().stream()
                                        .map(MigrateCommand::json)
                                        .toList())
                        .with(
                                "problems",
                                problems.stream().map(MigrateCommand::json).toList())
                        .map(),
                () -> List.of(
                        written == null ? migration.xml().stripTrailing() : written + " is written; look it over"));
    }

    private void write(Path to, String xml) throws IOException {
        try {
            Files.writeString(to, xml, StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            throw usage(to + " exists; name another file");
        } catch (IOException e) {
            throw usage("--output " + to + " can't be written (" + e.getClass().getSimpleName() + ")");
        }
    }

    /** Returns the problems that a start would find, for example in names that the old file has. */
    private static List<Problem> problems(Migration migration) throws IOException {
        var folder = Files.createTempDirectory("hivemq-tdengine-migrate");
        var configuration = folder.resolve("config.xml");
        var password = folder.resolve(Migration.PASSWORD_FILE);
        try {
            Files.writeString(configuration, migration.xml());
            Files.writeString(password, "unknown");
            new ConfigurationReader().read(configuration);
            return List.of();
        } catch (ConfigurationException e) {
            return e.problems();
        } finally {
            Files.deleteIfExists(configuration);
            Files.deleteIfExists(password);
            Files.delete(folder);
        }
    }

    private String place(int line) {
        return file + (line == 0 ? "" : ":" + line);
    }

    private static Map<String, @Nullable Object> json(Note note) {
        return new Fields()
                .with("line", note.line())
                .with("sentence", note.sentence())
                .map();
    }

    private static Map<String, @Nullable Object> json(Problem problem) {
        return new Fields()
                .with("line", problem.line())
                .with("element", problem.element())
                .with("value", problem.value())
                .with("rule", problem.rule())
                .map();
    }

    private ParameterException usage(String sentence) {
        return new ParameterException(Objects.requireNonNull(spec).commandLine(), sentence);
    }
}
