// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import io.github.hivemqtdengine.loadtest.scenario.reader.InvalidScenarioException;
import io.github.hivemqtdengine.loadtest.scenario.reader.Scenarios;
import io.github.hivemqtdengine.loadtest.scenario.reader.Variation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Command-line options that change how scenarios run. */
final class ScenarioArguments {

    @Option(names = "--smoke", description = "Some seconds each: whether it works, not how fast.")
    boolean smoke;

    @Option(
            names = "--modes",
            paramLabel = "MODES",
            description =
                    "What takes turns, of control, bare-loop, bare, do-nothing, extension, outage, slow and the scenario's "
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
        if (modes == null && !settings.containsKey(ScenarioKey.MODES.word())) {
            modes = other.orElse(null);
        }
    }

    /** Returns scenarios, each with at least this number of rounds unless the command line has a number. */
    List<Scenario> named(List<String> names, int leastRounds) throws IOException, InvalidScenarioException {
        boolean isGiven = rounds != null || settings.containsKey(ScenarioKey.ROUNDS.word());
        var scenarios = new ArrayList<Scenario>();
        for (var name : names) {
            var asWritten = scenarios().named(name, variation());
            boolean isEnough = isGiven || asWritten.comparison().rounds() >= leastRounds;
            scenarios.add(isEnough ? asWritten : scenarios().named(name, withRounds(leastRounds)));
        }
        return scenarios;
    }

    private Variation withRounds(int count) {
        var overrides = new LinkedHashMap<>(variation().overrides());
        overrides.put(ScenarioKey.ROUNDS.word(), Integer.toString(count));
        return new Variation(smoke, overrides);
    }

    List<Scenario> named(List<String> names) throws IOException, InvalidScenarioException {
        var scenarios = new ArrayList<Scenario>();
        for (var name : names) {
            scenarios.add(scenarios().named(name, variation()));
        }
        return scenarios;
    }

    /** Returns the scenarios; without {@code --modes}, each with the modes that {@code modesOf} returns. */
    List<Scenario> named(List<String> names, Function<Scenario, String> modesOf)
            throws IOException, InvalidScenarioException {
        var scenarios = new ArrayList<Scenario>();
        for (var name : names) {
            var asWritten = scenarios().named(name, variation());
            scenarios.add(modes != null ? asWritten : scenarios().named(name, variation(modesOf.apply(asWritten))));
        }
        return scenarios;
    }

    private Variation variation() {
        return variation(modes);
    }

    private Variation variation(@Nullable String wantedModes) {
        var overrides = new LinkedHashMap<>(settings);
        override(overrides, ScenarioKey.MODES, wantedModes);
        override(overrides, ScenarioKey.ROUNDS, rounds);
        override(overrides, ScenarioKey.WARM_UP, warmUp);
        return new Variation(smoke, overrides);
    }

    private static void override(Map<String, String> overrides, ScenarioKey key, @Nullable String value) {
        if (value != null) {
            overrides.put(key.word(), value);
        }
    }
}
