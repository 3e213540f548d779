// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.Fault;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import io.github.hivemqtdengine.loadtest.scenario.Mode;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.scenario.Scenario.Comparison;
import io.github.hivemqtdengine.loadtest.scenario.Storage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads scenarios. */
public final class ScenarioReader {

    /** File extension of scenarios. */
    static final String ENDING = ".conf";

    private static final String RAW_TABLE = "raw_messages";

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
        var settings = reader.settings("");
        var comparisons = new ComparisonReader(settings, reader.variants(), variation);
        var comparison = comparisons.read();
        checkVariants(comparison);
        var variants = new LinkedHashMap<Contender, Scenario>();
        for (var variant : reader.variants()) {
            var its = scenario(
                    name + " " + variant, reader.settings(variant), reader.shown(variant), comparisons, Map.of());
            variants.put(new Contender(variant), its);
        }
        var scenario = scenario(name, settings, reader.shown(), comparisons, variants);
        if (!reader.problems().isEmpty()) {
            throw new InvalidScenarioException(reader.problems());
        }
        return scenario;
    }

    private Scenario scenario(
            String itsName,
            Settings settings,
            Map<String, String> shown,
            ComparisonReader comparisons,
            Map<Contender, Scenario> variants) {
        var comparison = comparisons.read();
        var load = new LoadReader(settings).read();
        Rule.check(settings);
        if (load.connections() == 0) {
            settings.refuse("num_publishers", "leaves no clients: there are no others either");
        }
        if (load.delivers() && comparison.contenders().contains(Contender.of(Mode.CONTROL))) {
            settings.refuse("x.modes", "has control, which delivers nothing to subscribers and devices");
        }
        checkOrder(settings, load);
        return new Scenario(
                itsName,
                settings.<String>find("x.title").orElse(name),
                about,
                load,
                new Storage(
                        settings.get("x.late"),
                        settings.get("x.check_order"),
                        settings.get("x.count_every"),
                        settings.get("x.disk"),
                        settings.text("x.delivery"),
                        settings.find("x.zip")),
                faults(settings, load, comparison),
                settings.find("x.link"),
                settings.find("x.lane_delay"),
                comparison,
                comparisons.thresholds(comparison),
                comparisons.published(),
                settings.<Set<String>>find("x.requires").orElse(Set.of()),
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

    private static void checkOrder(Settings settings, LoadPlan load) {
        if (!settings.<Boolean>get("x.check_order")) {
            return;
        }
        if (load.groups().size() > 1) {
            settings.refuse("x.check_order", "does not go with x.group: check one group in a scenario alone");
        }
        var group = load.groups().get(0);
        if (group.rows().table().filter(table -> !table.equals(RAW_TABLE)).isEmpty()) {
            settings.refuse("x.check_order", "needs a table with numbers of messages, so not " + RAW_TABLE);
        }
        if (group.publishers().payload().template().contains("{time:")) {
            settings.refuse("x.check_order", "does not go with {time}: rows that are overwritten lack, too");
        }
    }

    private static List<Fault> faults(Settings settings, LoadPlan load, Comparison comparison) {
        var faults = settings.<List<Fault>>find("x.faults").orElse(List.of());
        if (faults.stream().anyMatch(fault -> fault.at().compareTo(load.execTime()) >= 0)) {
            settings.refuse("x.faults", "must begin before exec_time is over");
        }
        boolean ofTheDatabase = faults.stream().anyMatch(fault -> !fault.kind().isOfTheBroker());
        if (ofTheDatabase
                && comparison.contenders().stream()
                        .noneMatch(contender -> contender.mode().stores() || contender.mode() == Mode.BROKER)) {
            settings.refuse("x.faults", "needs a mode in which rows are stored, like extension");
        }
        return faults;
    }
}
