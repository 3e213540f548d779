package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.config.ConfigurationException;
import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.config.xml.Problem;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/** Base of the commands that read a configuration; prints its problems if it can't be used. */
abstract class ConfiguredCommand implements Callable<Integer> {

    @Mixin
    private final ConfigurationOption configuration;

    @Mixin
    private final OutputOption output = new OutputOption();

    /** @param home the extension's folder */
    ConfiguredCommand(Path home) {
        this.configuration = new ConfigurationOption(home);
    }

    /** Runs the command and returns the exit code. */
    abstract int run(ExtensionSettings settings) throws Exception;

    @Override
    public final Integer call() throws Exception {
        try {
            return run(configuration.read());
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
}
