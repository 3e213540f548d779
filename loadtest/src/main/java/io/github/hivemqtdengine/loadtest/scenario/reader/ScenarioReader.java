// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.Comparison;
import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.Fault;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import io.github.hivemqtdengine.loadtest.scenario.LoaderProgram;
import io.github.hivemqtdengine.loadtest.scenario.Mode;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import io.github.hivemqtdengine.loadtest.scenario.Threshold;
import io.github.hivemqtdengine.loadtest.scenario.syntax.Choice;
import io.github.hivemqtdengine.loadtest.scenario.syntax.MalformedValueException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads scenarios with the keys of {@link ScenarioKey}. */
public final class ScenarioReader {

    /** File extension of scenarios. */
    static final String ENDING = ".conf";

    private static final Pattern FEATURE = Pattern.compile("[a-z0-9][a-z0-9-]*");
    private static final Set<String> LOG_LEVELS = Set.of("SEVERE", "WARNING", "INFO", "ALL");

    private final String name;
    private final String about;
    private final Variation variation;
    private final SettingsReader reader;

    private ScenarioReader(String name, String about, List<Setting> entries, Variation variation) {
        this.name = name;
        this.about = about;
        this.variation = variation;
        this.reader = new SettingsReader(entries, variation);
    }

    /**
     * Reads a scenario from a file.
     *
     * @throws InvalidScenarioException with all problems of the file
     */
    public static Scenario read(Path file, Variation variation) throws IOException, InvalidScenarioException {
        var text = PropertiesText.read(file);
        var name = String.valueOf(file.getFileName());
        var withoutEnding = name.endsWith(ENDING) ? name.substring(0, name.length() - ENDING.length()) : name;
        return read(withoutEnding, text.head(), text.settings(), variation);
    }

    public static Scenario read(String name, String about, List<Setting> entries, Variation variation)
            throws InvalidScenarioException {
        return new ScenarioReader(name, about, entries, variation).read();
    }

    private Scenario read() throws InvalidScenarioException {
        var settings = reader.settings();
        checkOrder(settings);
        var contenders = new ContenderSyntax(reader.variants());
        var comparisons = new ComparisonReader(settings, contenders, variation);
        var comparison = comparisons.read();
        checkVariants(comparison);
        var thresholds = comparisons.thresholds(comparison);
        var variants = new LinkedHashMap<Contender, Scenario>();
        for (var variant : reader.variants()) {
            variants.put(
                    new Contender(variant),
                    scenario(
                            name + " " + variant,
                            reader.settings(variant),
                            reader.shown(variant),
                            comparison,
                            thresholds,
                            Map.of()));
        }
        var scenario = scenario(name, settings, reader.shown(), comparison, thresholds, variants);
        if (!reader.problems().isEmpty()) {
            throw new InvalidScenarioException(reader.problems());
        }
        return scenario;
    }

    private Scenario scenario(
            String itsName,
            Settings settings,
            Map<String, String> shown,
            Comparison comparison,
            List<Threshold> thresholds,
            Map<Contender, Scenario> variants) {
        var load = new LoadReader(settings).read();
        checkWhatOnlyMqttloaderUses(settings);
        settings.find(ScenarioKey.LOADER, Choice.of(LoaderProgram.class));
        checkThatSomethingHappens(settings, load);
        if (load.delivers() && comparison.contenders().contains(Contender.of(Mode.CONTROL))) {
            settings.refuse(ScenarioKey.MODES, "has control, which delivers nothing to subscribers and devices");
        }
        if (load.groups().size() > 1 && comparison.contenders().contains(Contender.of(Mode.BARE_LOOP))) {
            settings.refuse(ScenarioKey.MODES, "has bare-loop, which writes the rows of one group only");
        }
        return new Scenario(
                itsName,
                settings.has(ScenarioKey.TITLE) ? settings.text(ScenarioKey.TITLE) : name,
                about,
                load,
                new StorageReader(settings).read(load),
                faults(settings, load, comparison),
                settings.find(ScenarioKey.LINK, NetworkSyntax::link),
                settings.find(ScenarioKey.LANE_DELAY, NetworkSyntax::laneDelay),
                comparison,
                thresholds,
                settings.findAll(
                        ScenarioKey.PUBLISHED,
                        text -> FigureSyntax.published(text, new ContenderSyntax(reader.variants()))),
                settings.find(ScenarioKey.REQUIRES, ScenarioReader::features).orElse(Set.of()),
                shown,
                variants);
    }

    private void checkVariants(Comparison comparison) {
        if (variation.replacesModes()) {
            return;
        }
        for (var variant : reader.variants()) {
            var contender = new Contender(variant);
            if (contender.isVariant() && !comparison.contenders().contains(contender)) {
                reader.refuse(variant, "is of a variant that x.modes has not");
            }
        }
    }

    private static void checkOrder(Settings settings) {
        settings.whole(ScenarioKey.ORDER, 0, 1_000_000);
    }

    private static void checkWhatOnlyMqttloaderUses(Settings settings) {
        settings.read(ScenarioKey.LOG_LEVEL, text -> {
            if (!LOG_LEVELS.contains(text)) {
                throw new MalformedValueException("must be SEVERE, WARNING, INFO or ALL");
            }
            return text;
        });
    }

    private static void checkThatSomethingHappens(Settings settings, LoadPlan load) {
        if (load.connections() == 0) {
            settings.refuse(ScenarioKey.NUM_PUBLISHERS, "leaves no clients: there are no others either");
        }
    }

    private static List<Fault> faults(Settings settings, LoadPlan load, Comparison comparison) {
        var faults = settings.find(ScenarioKey.FAULTS, new FaultsSyntax()).orElse(List.of());
        if (faults.stream().anyMatch(fault -> fault.at().compareTo(load.execTime()) >= 0)) {
            settings.refuse(ScenarioKey.FAULTS, "must begin before exec_time is over");
        }
        boolean ofTheDatabase = faults.stream().anyMatch(fault -> !fault.kind().isOfTheBroker());
        if (ofTheDatabase
                && comparison.contenders().stream()
                        .noneMatch(contender -> contender.mode().stores() || contender.mode() == Mode.BROKER)) {
            settings.refuse(ScenarioKey.FAULTS, "needs a mode in which rows are stored, like extension");
        }
        if (load.clients().reconnect()) {
            checkThatClientsReconnect(settings, load);
        }
        return faults;
    }

    /** Refuses what the faults of the broker, or {@code x.reconnect}, do not go with. */
    private static void checkThatClientsReconnect(Settings settings, LoadPlan load) {
        var key = settings.flag(ScenarioKey.RECONNECT) ? ScenarioKey.RECONNECT : ScenarioKey.FAULTS;
        if (load.edgeNodes().isPresent()) {
            settings.refuse(
                    key,
                    "does not go with x.payload = edge-node, whose sessions x.rebirth_after ends: use another one");
        }
        if (load.crowd().stormSize() > 0) {
            settings.refuse(key, "does not go with x.storm, which breaks connections itself: leave x.storm out");
        }
        if (load.calls().isPresent()) {
            settings.refuse(key, "does not go with x.calls, whose callers do not reconnect: leave x.calls out");
        }
    }

    private static Set<String> features(String text) {
        return Arrays.stream(text.split("[,\\s]+", -1))
                .peek(word -> {
                    if (!FEATURE.matcher(word).matches()) {
                        throw new MalformedValueException(
                                "must be words like avro, with commas or blanks between them");
                    }
                })
                .collect(Collectors.toUnmodifiableSet());
    }
}
