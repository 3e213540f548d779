package io.github.hivemqtdengine.cli;

import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** Root of all commands; without a command, picocli lists them. */
@Command(
        name = "hivemq-tdengine",
        description = "Shows what the configuration of the HiveMQ TDengine extension does, without a broker.",
        mixinStandardHelpOptions = true,
        versionProvider = RootCommand.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:fine", "1:problems found", "2:wrong usage", "3:an unexpected failure"})
final class RootCommand {

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
