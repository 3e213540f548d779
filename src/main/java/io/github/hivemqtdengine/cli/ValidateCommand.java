// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.cli.output.ExitCode;
import io.github.hivemqtdengine.cli.output.Fields;
import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.route.RouteSettings;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Checks a configuration as a start of the extension does. */
@Command(
        name = "validate",
        description = "Prints everything that is wrong with the configuration, or what it has.",
        footer = {"", "Example:", "  hivemq-tdengine validate conf/config.xml"},
        mixinStandardHelpOptions = true)
final class ValidateCommand extends FileCommand {

    private static final int MAX_IDS = 20;

    @Option(
            names = "--strict",
            description = "Environment variables and files that are missing are problems, as they are for the broker.")
    private boolean strict;

    ValidateCommand(Path home, InputStream in) {
        super(home, in);
    }

    @Override
    boolean isStrict() {
        return strict;
    }

    @Override
    int run(ExtensionSettings settings) {
        var mapping = Mapping.of(settings);
        var databases = settings.databases().stream().map(DatabaseSettings::id).toList();
        var routes = settings.routes().stream().map(RouteSettings::id).toList();
        output().print(
                        new Fields()
                                .with("file", configuration().file().toString())
                                .with("valid", true)
                                .with("problems", List.of())
                                .with("databases", databases)
                                .with("routes", routes)
                                .map(),
                        () -> List.of(configuration().file() + " is valid: " + counted(databases, "database") + ", "
                                + counted(mapping.ids(), "route")));
        return ExitCode.FINE;
    }

    private static String counted(List<String> ids, String word) {
        var shown = String.join(", ", ids.subList(0, Math.min(ids.size(), MAX_IDS)));
        var more = ids.size() > MAX_IDS ? " and " + (ids.size() - MAX_IDS) + " more" : "";
        return ids.size() + " " + word + (ids.size() == 1 ? "" : "s") + " (" + shown + more + ")";
    }
}
