// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner;

import io.github.hivemqtdengine.loadtest.agent.Loads;
import io.github.hivemqtdengine.loadtest.scenario.Fault;
import io.github.hivemqtdengine.loadtest.scenario.Mode;
import io.github.hivemqtdengine.loadtest.scenario.Pace;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.stack.Stack;
import io.github.hivemqtdengine.loadtest.stack.broker.BrokerPlan;
import io.github.hivemqtdengine.loadtest.stack.rows.SinkQueries;
import java.io.IOException;
import java.util.Optional;
import java.util.TreeSet;

/** Preconditions that a stack and a load generator impose. */
public final class StackPreconditions implements Suite.Preconditions {

    private static final String BY_CLIENT_ID = "rows are found by the client ids of the load tests: ";

    private final Stack stack;
    private final Loads loads;

    public StackPreconditions(Stack stack, Loads loads) {
        this.stack = stack;
        this.loads = loads;
    }

    @Override
    public Optional<String> unmet(Scenario scenario) throws IOException {
        if (stack.isOfTheUser() && scenario.comparison().freshBroker()) {
            return Optional.of("a broker that runs already is measured as it is: it can't be started for each round");
        }
        for (var contender : scenario.comparison().contenders()) {
            var own = scenario.as(contender);
            if (stack.isOfTheUser() && !isSameExtension(own, scenario)) {
                return Optional.of("a broker that runs already is measured as it is: it can't be configured as "
                        + contender.title() + " wants");
            }
            if (stack.isOfTheUser() && own.faults().stream().anyMatch(StackPreconditions::endsTheBroker)) {
                return Optional.of(
                        "a broker that runs already is measured as it is: it is neither killed nor restarted");
            }
            if (stack.isOfTheUser() && own.load().groups().get(0).publishers().pace() instanceof Pace.PartOfCapacity) {
                return Optional.of("the bare broker that x.rate refers to can't be measured beside a broker that runs"
                        + " already: set messages per second, as in --set \"x.rate=1000 for 60 s\"");
            }
            var inappropriate = contender.mode() == Mode.BROKER ? unmetByAnyBroker(own) : Optional.<String>empty();
            if (inappropriate.isPresent()) {
                return inappropriate;
            }
            var unmet = unmet(own, contender.mode());
            if (unmet.isPresent()) {
                return unmet;
            }
        }
        return Optional.empty();
    }

    private Optional<String> unmetByAnyBroker(Scenario scenario) {
        if (scenario.faults().stream().anyMatch(fault -> !fault.kind().isOfTheBroker())) {
            return Optional.of("a database that runs already is neither stopped nor delayed: use other x.faults");
        }
        boolean severalTables = scenario.load().inSinks().tables().size() > 1;
        if (severalTables && stack.sink().filter(SinkQueries::nameTheTable).isPresent()) {
            return Optional.of("its messages go to several tables: use queries without {table}, over all of them");
        }
        if (scenario.load().clients().nameClients()
                && stack.sink().filter(SinkQueries::nameTheClients).isPresent()) {
            return Optional.of(BY_CLIENT_ID + "use queries without {prefix}, or leave out x.client_id");
        }
        return stack.sink().isPresent() && hasEdgeNodes(scenario)
                ? Optional.of("the rows of Sparkplug edge nodes are verified in the extension's tables only: leave out"
                        + " --count-query")
                : Optional.empty();
    }

    private static boolean endsTheBroker(Fault fault) {
        return fault.kind() == Fault.Kind.KILL_BROKER || fault.kind() == Fault.Kind.RESTART_BROKER;
    }

    private static boolean isSameExtension(Scenario one, Scenario other) {
        return BrokerPlan.of(Mode.EXTENSION, one).equals(BrokerPlan.of(Mode.EXTENSION, other));
    }

    private Optional<String> unmet(Scenario scenario, Mode mode) throws IOException {
        var plan = BrokerPlan.of(mode, scenario);
        var missing = stack.lacks(plan, scenario.requires());
        if (!missing.isEmpty()) {
            return Optional.of("extension " + stack.extensionTitle() + " does not have "
                    + String.join(", ", new TreeSet<>(missing)) + " yet");
        }
        if (mode.stores()
                && scenario.load().clients().nameClients()
                && !scenario.load().tables().isEmpty()) {
            return Optional.of(BY_CLIENT_ID + "set x.table=none, or leave out x.client_id");
        }
        var lacks = stack.lacks(plan);
        if (lacks.isPresent()) {
            return lacks;
        }
        if (scenario.laneDelay().filter(delay -> !stack.canDelay(delay)).isPresent()) {
            return Optional.of(
                    "x.lane_delay needs brokers that are started here, and TDengine for a part of the lanes");
        }
        if (!hasEdgeNodes(scenario)) {
            for (var table : scenario.load().tables()) {
                var lacksTable = stack.lacks(plan, table);
                if (lacksTable.isPresent()) {
                    return lacksTable;
                }
            }
        }
        return loads.unmet(scenario);
    }

    /** Returns whether the extension has its short route for Sparkplug, whose tables no configuration of ours names. */
    private static boolean hasEdgeNodes(Scenario scenario) {
        return scenario.load().edgeNodes().isPresent();
    }
}
