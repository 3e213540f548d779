// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner;

import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.scenario.reader.InvalidScenarioException;
import io.github.hivemqtdengine.loadtest.scenario.reader.ScenarioReader;
import io.github.hivemqtdengine.loadtest.scenario.reader.Variation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** Scenarios from a few lines of text. */
public final class ScenarioFiles {

    private static final String DEFAULTS = """
            broker = 127.0.0.1
            x.table = raw_messages
            x.modes = do-nothing, extension
            x.rounds = 2
            x.warm_up = 1""";

    private ScenarioFiles() {}

    /** Returns a scenario with these lines; by default it has two modes, and two rounds after a warm-up. */
    public static Scenario scenario(Path folder, String name, String lines)
            throws IOException, InvalidScenarioException {
        var defaults = DEFAULTS.lines()
                .filter(line -> !lines.contains(line.substring(0, line.indexOf('='))))
                .collect(Collectors.joining("\n"));
        var file = folder.resolve(name + ".conf");
        Files.writeString(file, defaults + "\n" + lines);
        return ScenarioReader.read(file, Variation.NONE);
    }
}
