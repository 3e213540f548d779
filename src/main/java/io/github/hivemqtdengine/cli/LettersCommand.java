package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.pipeline.time.EpochClock;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Parent of the commands about dead letters. */
@Command(
        name = "letters",
        description = "Lists, shows, replays and exports dead letters, while a broker runs or not.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
final class LettersCommand {

    private LettersCommand() {}

    /**
     * Creates the command with its subcommands.
     *
     * @param home the extension's folder
     * @param clock the end of the durations of {@code --since} and {@code --until}
     */
    static CommandLine commandLine(Path home, EpochClock clock) {
        var line = new CommandLine(new LettersCommand());
        line.addSubcommand(new LettersListCommand(home, clock));
        line.addSubcommand(new LettersShowCommand(home, clock));
        line.addSubcommand(new LettersReplayCommand(home, clock));
        line.addSubcommand(new LettersExportCommand(home, clock));
        return line;
    }
}
