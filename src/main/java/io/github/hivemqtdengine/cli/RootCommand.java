package io.github.hivemqtdengine.cli;

import picocli.CommandLine.Command;

/** Root of all commands; without a command, picocli lists them. */
@Command(
        name = "hivemq-tdengine",
        description = "Shows what the configuration of the HiveMQ TDengine extension does, without a broker.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:fine", "1:problems found", "2:wrong usage", "3:an unexpected failure"})
final class RootCommand {}
