// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Parsed scenario file.
 *
 * @param name file name without extension, like {@code c3}
 * @param about comment at the head of the file: purpose, published metrics, expected results
 * @param storage expected database content
 * @param faults injected faults, ascending in time
 * @param link emulated link between clients and broker; empty for the plain loopback interface
 * @param thresholds conditions for exit code 0
 * @param requires extension features without which the scenario is skipped, like {@code avro}
 * @param settings keys and values for the report; the password is masked
 * @param variants the scenario with keys of its own for each variant; empty in a variant
 */
public record Scenario(
        String name,
        String title,
        String about,
        LoadPlan load,
        Storage storage,
        List<Fault> faults,
        Optional<Link> link,
        Optional<Storage.LaneDelay> laneDelay,
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
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings)); // file order
        variants = Map.copyOf(variants);
    }

    public Scenario withLoad(LoadPlan other) {
        return with(other, faults, thresholds);
    }

    /** Returns the scenario without faults, idle connections and calls. */
    public Scenario undisturbed() {
        return with(load.undisturbed(), List.of(), thresholds);
    }

    /** Returns the scenario without the thresholds that are promised for other databases than this one. */
    public Scenario promisedFor(String database) {
        var promised = thresholds.stream()
                .filter(threshold -> threshold
                        .database()
                        .filter(its -> !its.equals(database))
                        .isEmpty())
                .toList();
        return with(load, faults, promised);
    }

    private Scenario with(LoadPlan otherLoad, List<Fault> otherFaults, List<Threshold> otherThresholds) {
        return new Scenario(
                name,
                title,
                about,
                otherLoad,
                storage,
                otherFaults,
                link,
                laneDelay,
                comparison,
                otherThresholds,
                published,
                requires,
                settings,
                variants);
    }

    /** Returns the scenario as a contender runs it. */
    public Scenario as(Contender contender) {
        return variants.getOrDefault(contender, this);
    }

    /** Returns the broker for mqttloader; empty if the scenario has none. */
    public Optional<BrokerAddress> broker() {
        return setting("broker")
                .map(host -> BrokerAddress.parse(
                        host, setting("broker_port"), load.clients().tls().isPresent()));
    }

    /** Returns the folder of mqttloader's record file; empty for no file. */
    public Optional<Path> output() {
        return setting("output").map(Path::of);
    }

    /** Returns a sentence for each setting without effect, or with less than usual. */
    public List<String> notes() {
        var notes = new ArrayList<String>();
        setting("ntp")
                .map(server -> "ntp = " + server + " is ignored: publishers and subscribers share a clock")
                .ifPresent(notes::add);
        if (load.traffic().isPresent()) {
            notes.add(
                    "payloads from files have no stamps: deliveries and rows were counted, not identified, and have no"
                            + " latency");
        }
        return notes;
    }

    /** Returns the position in the menu. */
    public int order() {
        return Integer.parseInt(ScenarioKey.value(settings, "x.order"));
    }

    private Optional<String> setting(String key) {
        return Optional.ofNullable(settings.get(key));
    }

    /**
     * Contenders that run in alternating rounds.
     *
     * @param contenders in report order, at least one
     */
    public record Comparison(
            List<Contender> contenders,
            int rounds,
            int warmUp,
            boolean freshBroker,
            boolean heap,
            boolean rateMayFall) {

        public Comparison {
            contenders = List.copyOf(contenders);
        }
    }
}
