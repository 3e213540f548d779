package io.github.hivemqtdengine.loadtest.scenario;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A scenario file.
 *
 * @param name the file's name without its ending, like {@code c3}
 * @param title one line for the menu
 * @param about the comment at the head of the file: what it shows, what was published, what is expected
 * @param load what the clients do
 * @param storage what the database shall hold afterwards
 * @param faults what goes wrong meanwhile, ascending in time
 * @param link what lies between clients and broker; none for the loopback interface as it is
 * @param laneDelay whether some lanes of the extension are slow
 * @param comparison which brokers take turns, and how often
 * @param thresholds what makes the exit code
 * @param published published figures, to stand beside ours
 * @param requires features of the extension without which it is skipped, like {@code avro}
 * @param settings the keys and values that were read, for the report; of a password only that there is one
 * @param variants the same with some keys of their own; a variant has none
 */
public record Scenario(
        String name,
        String title,
        String about,
        LoadPlan load,
        Storage storage,
        List<Fault> faults,
        Optional<Link> link,
        Optional<LaneDelay> laneDelay,
        Comparison comparison,
        List<Threshold> thresholds,
        List<PublishedFigure> published,
        Set<String> requires,
        Map<String, String> settings,
        Map<Contender, Scenario> variants) {

    public Scenario {
        faults = List.copyOf(faults);
        thresholds = List.copyOf(thresholds);
        published = List.copyOf(published);
        requires = Set.copyOf(requires);
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings)); // in the order of the file
        variants = Map.copyOf(variants);
    }

    /** The same, with another load. */
    public Scenario withLoad(LoadPlan other) {
        return new Scenario(
                name,
                title,
                about,
                other,
                storage,
                faults,
                link,
                laneDelay,
                comparison,
                thresholds,
                published,
                requires,
                settings,
                variants);
    }

    /** As a contender runs it. */
    public Scenario as(Contender contender) {
        return variants.getOrDefault(contender, this);
    }

    /** Where mqttloader would find its broker; none if the scenario does not say. */
    public Optional<BrokerAddress> broker() {
        return setting(ScenarioKey.BROKER)
                .map(host -> BrokerAddress.parse(
                        host,
                        setting(ScenarioKey.BROKER_PORT),
                        load.clients().tls().isPresent()));
    }

    /** The folder of mqttloader's record file; none if there shall not be one. */
    public Optional<Path> output() {
        return setting(ScenarioKey.OUTPUT).map(Path::of);
    }

    /** What of it has no effect here, a sentence each. */
    public List<String> notes() {
        return setting(ScenarioKey.NTP)
                .map(server -> List.of("ntp = " + server + " is ignored: publishers and subscribers share a clock"))
                .orElse(List.of());
    }

    /** Its place in a menu. */
    int order() {
        return Integer.parseInt(setting(ScenarioKey.ORDER).orElseGet(ScenarioKey.ORDER::byDefault));
    }

    private Optional<String> setting(ScenarioKey key) {
        return Optional.ofNullable(settings.get(key.word()));
    }
}
