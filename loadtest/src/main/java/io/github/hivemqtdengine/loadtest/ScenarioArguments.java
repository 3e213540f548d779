// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.scenario.reader.InvalidScenarioException;
import io.github.hivemqtdengine.loadtest.scenario.reader.Scenarios;
import io.github.hivemqtdengine.loadtest.scenario.reader.Variation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Command-line options that change how scenarios run. */
final class ScenarioArguments {

    @Option(names = "--smoke", description = "Some seconds each: whether it works, not how fast.")
    boolean smoke;

    @Option(
            names = "--modes",
            paramLabel = "MODES",
            description = "What takes turns, of control, bare, do-nothing, extension, outage, slow and the scenario's "
                    + "variants, with commas; with --broker, only its mode.")
    @Nullable
    String modes;

    @Option(names = "--rounds", paramLabel = "N", description = "Counted rounds of each mode.")
    @Nullable
    String rounds;

    @Option(names = "--warm-up", paramLabel = "N", description = "Rounds before, which are not counted.")
    @Nullable
    String warmUp;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "A key of the scenario file with another value; may be repeated.")
    Map<String, String> settings = Map.of();

    Scenarios scenarios() throws IOException {
        return Scenarios.in(Home.scenarios());
    }

    List<Scenario> all() throws IOException, InvalidScenarioException {
        return scenarios().all(variation());
    }

    /** Replaces the modes of scenario files, unless the command line has other ones. */
    void useModes(Optional<String> other) {
        if (modes == null && !settings.containsKey("x.modes")) {
            modes = other.orElse(null);
        }
    }

    List<Scenario> named(List<String> names) throws IOException, InvalidScenarioException {
        var scenarios = new ArrayList<Scenario>();
        for (var name : names) {
            scenarios.add(scenarios().named(name, variation()));
        }
        return scenarios;
    }

    /** Returns the scenarios; without {@code --modes}, each with all its contenders. */
    List<Scenario> inAllModes(List<String> names) throws IOException, InvalidScenarioException {
        var scenarios = named(names);
        for (int i = 0; modes == null && i < names.size(); i++) {
            scenarios.set(i, scenarios().named(names.get(i), variation(allModes(scenarios.get(i)))));
        }
        return scenarios;
    }

    /** Variants replace the mode {@code extension} if the scenario has any. */
    private static String allModes(Scenario scenario) {
        var variants = scenario.comparison().contenders().stream()
                .filter(Contender::isVariant)
                .map(Contender::word)
                .collect(Collectors.joining(", "));
        return "bare, do-nothing, " + (variants.isEmpty() ? "extension" : variants) + ", outage";
    }

    private Variation variation() {
        return variation(modes);
    }

    private Variation variation(@Nullable String wantedModes) {
        var overrides = new LinkedHashMap<>(settings);
        override(overrides, "x.modes", wantedModes);
        override(overrides, "x.rounds", rounds);
        override(overrides, "x.warm_up", warmUp);
        return new Variation(smoke, overrides);
    }

    private static void override(Map<String, String> overrides, String key, @Nullable String value) {
        if (value != null) {
            overrides.put(key, value);
        }
    }
}
