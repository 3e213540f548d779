package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.time.EpochClock;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Parent of the commands about dead letters. */
@Command(
        name = "dead-letters",
        aliases = "dl",
        description = "Lists and replays dead letters, while a broker runs or not.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
final class DeadLettersCommand {

    private DeadLettersCommand() {}

    /**
     * Creates the command with its subcommands.
     *
     * @param home the extension's folder
     * @param clock the end of the durations of {@code --since} and {@code --until}
     */
    static CommandLine commandLine(Path home, EpochClock clock) {
        var line = new CommandLine(new DeadLettersCommand());
        line.addSubcommand(new DeadLettersListCommand(home, clock));
        line.addSubcommand(new DeadLettersReplayCommand(home, clock));
        return line;
    }
}
