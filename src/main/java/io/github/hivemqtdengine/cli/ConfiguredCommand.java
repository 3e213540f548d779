// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.cli.output.ExitCode;
import io.github.hivemqtdengine.cli.output.Fields;
import io.github.hivemqtdengine.cli.output.OutputOption;
import io.github.hivemqtdengine.config.ConfigurationException;
import io.github.hivemqtdengine.config.ConfigurationReader;
import io.github.hivemqtdengine.config.ConfigurationSnapshot;
import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.config.xml.Problem;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Base of the commands that read a configuration; prints its problems if it can't be used. */
abstract class ConfiguredCommand implements Callable<Integer> {

    @Mixin
    private final ConfigurationOption configuration;

    @Mixin
    private final OutputOption output = new OutputOption();

    /**
     * @param home the extension's folder
     * @param in the source of a draft
     */
    ConfiguredCommand(Path home, InputStream in) {
        this.configuration = new ConfigurationOption(home, in);
    }

    /** Takes arguments that name the configuration. */
    void checkArguments() {}

    /** Reports options that are missing, before the configuration is read. */
    void checkOptions() {}

    /** Returns whether the command needs all that the broker needs, including passwords. */
    boolean isStrict() {
        return false;
    }

    /** Runs the command and returns the exit code. */
    abstract int run(ExtensionSettings settings) throws Exception;

    @Override
    public final Integer call() throws Exception {
        checkArguments();
        checkOptions();
        try {
            return run(configuration.read(isStrict(), missing -> output.note(missing + "; the broker needs it")));
        } catch (ConfigurationException e) {
            output.print(
                    json(e.problems()),
                    () -> e.problems().stream().map(Problem::toString).toList());
            return ExitCode.PROBLEMS;
        }
    }

    private Map<String, @Nullable Object> json(List<Problem> problems) {
        return new Fields()
                .with("file", configuration.file().toString())
                .with("valid", false)
                .with("problems", problems.stream().map(ConfiguredCommand::json).toList())
                .map();
    }

    private static Map<String, @Nullable Object> json(Problem problem) {
        return new Fields()
                .with("file", problem.place().file().toString())
                .with("line", problem.line())
                .with("element", problem.element())
                .with("value", problem.value())
                .with("rule", problem.rule())
                .map();
    }

    final ConfigurationOption configuration() {
        return configuration;
    }

    final OutputOption output() {
        return output;
    }

    /** Option that selects the configuration of a command. */
    static final class ConfigurationOption {

        private final Path home;

        @Option(
                names = "--config",
                paramLabel = "FILE",
                description = "The configuration; conf/config.xml of the extension's folder unless given.")
        private @Nullable Path file;

        @Option(
                names = "--draft",
                description = "Read the text of the configuration from the input, as if it were in the file.")
        private boolean draft;

        private final InputStream in;
        private byte @Nullable [] text;

        @Spec(Target.MIXEE)
        private @Nullable CommandSpec spec;

        /**
         * @param home the extension's folder
         * @param in the source of a draft
         */
        ConfigurationOption(Path home, InputStream in) {
            this.home = home;
            this.in = in;
        }

        /** Selects the file that an argument names. */
        void select(Path named) {
            if (file != null) {
                throw usage("The configuration is named twice: " + file + " and " + named);
            }
            file = named;
        }

        Path file() {
            return file == null ? home.resolve("conf").resolve("config.xml") : file;
        }

        /**
         * Reads the configuration as a start of the extension does.
         *
         * @param strict whether missing environment variables and files are problems
         * @param missing receives them if they are not
         * @throws ConfigurationException with all problems of the configuration
         * @throws ParameterException if the file can't be read
         */
        ExtensionSettings read(boolean strict, Consumer<Problem> missing) throws ConfigurationException {
            if (Files.isDirectory(file())) {
                throw usage(file() + " is a folder; give its config.xml");
            }
            if (!draft && !Files.isReadable(file())) {
                throw usage(
                        Files.exists(file())
                                ? file() + " can't be read; run the command as the broker's user"
                                : file() + " does not exist; say which configuration with --config FILE");
            }
            var reader = reader();
            var absolute = file().toAbsolutePath();
            return strict ? reader.read(absolute) : reader.read(absolute, missing);
        }

        /** Reads the configuration, also an invalid one. */
        ConfigurationSnapshot snapshot() {
            return reader().snapshot(file().toAbsolutePath());
        }

        private ConfigurationReader reader() {
            if (!draft) {
                return new ConfigurationReader();
            }
            try {
                text = text == null ? in.readAllBytes() : text;
                return ConfigurationReader.ofDraft(text);
            } catch (IOException e) {
                throw usage("The input can't be read (" + e.getMessage() + ")");
            }
        }

        /** Returns the databases of a command: all, or the one with this id. */
        List<DatabaseSettings> databases(ExtensionSettings settings, @Nullable String id) {
            var wanted = settings.databases().stream()
                    .filter(database -> id == null || database.id().equals(id))
                    .toList();
            if (wanted.isEmpty()) {
                throw usage("There is no <database> with the id " + id + " in " + file() + "; it has "
                        + settings.databases().stream()
                                .map(DatabaseSettings::id)
                                .collect(Collectors.joining(", ")));
            }
            return wanted;
        }

        /** Returns a usage error, which picocli reports. */
        ParameterException usage(String sentence) {
            return new ParameterException(Objects.requireNonNull(spec).commandLine(), sentence);
        }
    }
}
