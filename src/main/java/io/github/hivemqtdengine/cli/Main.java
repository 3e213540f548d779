// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.cli.console.Tool;
import io.github.hivemqtdengine.cli.output.ExitCode;
import io.github.hivemqtdengine.time.EpochClock;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.logging.LogManager;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** Entry point of the command line. Exit codes: 0 fine, 1 problems found, 2 wrong usage, 3 an unexpected failure. */
public final class Main {

    /** System property with the extension's folder, set by the start scripts. */
    private static final String HOME = "hivemq-tdengine.home";

    private Main() {}

    public static void main(String[] arguments) {
        LogManager.getLogManager().reset(); // drivers log there; their exceptions are enough
        var out = writer(System.out);
        var err = writer(System.err);
        var home = Path.of(System.getProperty(HOME, ""));
        int code = commandLine(home, System.in, EpochClock.SYSTEM)
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.AUTO))
                .setOut(out)
                .setErr(err)
                .execute(arguments);
        out.flush();
        err.flush();
        System.exit(code);
    }

    /** Returns a UTF-8 writer, independent of the locale. */
    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
    }

    /**
     * Creates the command line with all commands.
     *
     * @param home the extension's folder
     * @param in the source of a payload named {@code -}
     * @param clock the arrival time of explained messages, and the end of the durations of {@code --since} and {@code
     *     --until}
     */
    static CommandLine commandLine(Path home, InputStream in, EpochClock clock) {
        var line = new CommandLine(new RootCommand());
        line.addSubcommand(new ValidateCommand(home, in));
        line.addSubcommand(new DdlCommand(home, in));
        line.addSubcommand(new ExplainCommand(home, in, clock));
        line.addSubcommand(new DoctorCommand(home, in, clock));
        line.addSubcommand(new StatusCommand(home, clock));
        line.addSubcommand(new TraceCommand(home, clock));
        line.addSubcommand(new RowsCommand(home, in, clock));
        line.addSubcommand(new SuggestCommand(in));
        line.addSubcommand(new TestCommand());
        line.addSubcommand(new ImportCommand(home, in, clock));
        line.addSubcommand(new CommandLine(new DeadLettersCommand())
                .addSubcommand(new DeadLettersListCommand(home, clock))
                .addSubcommand(new DeadLettersExplainCommand(home, in, clock))
                .addSubcommand(new DeadLettersReplayCommand(home, in, clock)));
        line.addSubcommand(
                new CommandLine(new ArchiveCommand()).addSubcommand(new ArchiveReplayCommand(home, in, clock)));
        line.addSubcommand(new ConsoleCommand(home, in, (call, out) -> run(home, clock, call, out)));
        line.addSubcommand(new HelpCommand());
        line.addSubcommand(new GenerateCompletion());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setParameterExceptionHandler(Main::misused);
        line.setExecutionExceptionHandler(Main::failed);
        return line;
    }

    /** Runs a command for a page. */
    private static Tool.Answer run(Path home, EpochClock clock, Tool.Call call, Writer out) {
        var err = new StringWriter();
        int code = commandLine(home, new ByteArrayInputStream(call.input()), clock)
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(call.arguments().toArray(String[]::new));
        return new Tool.Answer(code, err.toString());
    }

    /** Prints the reason without all options; lists the commands if none is named. */
    private static int misused(ParameterException misuse, String[] arguments) {
        var line = misuse.getCommandLine();
        var err = line.getErr();
        err.println(misuse.getMessage());
        boolean isGuessed = UnmatchedArgumentException.printSuggestions(misuse, err);
        if (isGuessed || line.getSubcommands().isEmpty()) {
            err.println(line.getCommandSpec().qualifiedName() + " --help says more");
        } else {
            line.usage(err);
        }
        return line.getCommandSpec().exitCodeOnInvalidInput();
    }

    private static int failed(Exception failure, CommandLine line, CommandLine.@Nullable ParseResult parsed) {
        if (((RootCommand) line.getCommandSpec().root().userObject()).debug) {
            failure.printStackTrace(line.getErr());
        }
        line.getErr()
                .println("Unexpected failure: " + failure + "; please report it with the command that led to it, and"
                        + " with what --debug prints");
        return ExitCode.FAILURE;
    }

    /** Parent of the commands about dead letters. */
    @Command(
            name = "dead-letters",
            aliases = "dl",
            description = "Lists, explains and replays dead letters, while a broker runs or not.",
            synopsisSubcommandLabel = "COMMAND",
            mixinStandardHelpOptions = true)
    private static final class DeadLettersCommand {}

    /** Parent of the commands about the archive. */
    @Command(
            name = "archive",
            description = "Maps messages again that the archive has kept, while a broker runs or not.",
            synopsisSubcommandLabel = "COMMAND",
            mixinStandardHelpOptions = true)
    private static final class ArchiveCommand {}

    /** Root of all commands; without a command, picocli lists them. */
    @Command(
            name = "hivemq-tdengine",
            description =
                    "Shows what the configuration of the HiveMQ TDengine extension does, without a broker, and the status"
                            + " and the dead letters of a running one.",
            mixinStandardHelpOptions = true,
            versionProvider = RootCommand.Version.class,
            synopsisSubcommandLabel = "COMMAND",
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {"0:fine", "1:problems found", "2:wrong usage", "3:an unexpected failure"},
            footer = {
                "",
                "Manual: manual/manual.html and manual/manual.zh-CN.html in the extension's folder",
                "Documents and issues: https://github.com/hivemqtdengine/hivemq-tdengine-extension"
            })
    static final class RootCommand {

        @Option(
                names = "--debug",
                scope = ScopeType.INHERIT,
                description = "Print the stack trace of an unexpected failure.")
        private boolean debug;

        /** Version of the extension, from its jar. */
        static final class Version implements IVersionProvider {

            @Override
            public String[] getVersion() {
                var version = Version.class.getPackage().getImplementationVersion();
                return new String[] {
                    "hivemq-tdengine-extension " + Objects.requireNonNullElse(version, "(not from its jar)")
                };
            }
        }
    }
}
