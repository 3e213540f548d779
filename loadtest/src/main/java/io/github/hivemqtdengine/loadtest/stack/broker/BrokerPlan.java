// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.broker;

import io.github.hivemqtdengine.loadtest.scenario.Fault;
import io.github.hivemqtdengine.loadtest.scenario.Mode;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.scenario.Storage.LaneDelay;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Broker configuration that a scenario requires. Rounds with equal plans share a broker.
 *
 * @param delivery XML inside {@code <delivery>} of the extension's configuration, empty for its defaults
 * @param arrays tables whose messages are arrays of records
 * @param wills whether the extension stores last wills, too
 * @param sparkplug whether the extension has its short route for Sparkplug only
 * @param relayed whether a relay between extension and database can delay and cut connections
 * @param laneDelay slow lanes of the extension
 * @param webSocketPath path of the broker's WebSocket listener; empty for plain TCP
 * @param zip packaged extension; empty for that of the command line
 */
public record BrokerPlan(
        Mode mode,
        String delivery,
        Set<String> arrays,
        boolean wills,
        boolean sparkplug,
        boolean relayed,
        Optional<LaneDelay> laneDelay,
        Optional<String> webSocketPath,
        Optional<Path> zip) {

    /** Normalizes the plan: fields without effect in the mode get their defaults. */
    public BrokerPlan {
        arrays = Set.copyOf(arrays);
        if (!mode.hasExtension()) {
            delivery = "";
            arrays = Set.of();
            wills = false;
            sparkplug = false;
            zip = Optional.empty();
        }
        if (!mode.stores()) {
            relayed = false;
            laneDelay = Optional.empty();
        }
    }

    /** Returns the plan for a scenario. */
    public static BrokerPlan of(Mode mode, Scenario scenario) {
        var groups = scenario.load().groups();
        var arrays = groups.stream()
                .filter(group -> group.publishers().payload().isArray())
                .flatMap(group -> group.rows().tables().stream())
                .collect(Collectors.toSet());
        return new BrokerPlan(
                mode,
                scenario.storage().delivery(),
                arrays,
                groups.stream().anyMatch(group -> group.rows().willTable().isPresent()),
                scenario.load().edgeNodes().isPresent(),
                scenario.faults().stream().anyMatch(fault -> isOfTheLink(fault.kind())),
                scenario.laneDelay(),
                scenario.load().clients().webSocketPath(),
                scenario.storage().zip());
    }

    /** Returns whether a fault affects the link between extension and database, not the database itself. */
    public static boolean isOfTheLink(Fault.Kind kind) {
        return kind == Fault.Kind.SLOW || kind == Fault.Kind.CUT;
    }
}
