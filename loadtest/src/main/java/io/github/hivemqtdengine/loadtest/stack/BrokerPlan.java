package io.github.hivemqtdengine.loadtest.stack;

import io.github.hivemqtdengine.loadtest.scenario.Fault;
import io.github.hivemqtdengine.loadtest.scenario.LaneDelay;
import io.github.hivemqtdengine.loadtest.scenario.Mode;
import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import java.util.Optional;

/**
 * What a scenario asks of a broker. Rounds whose plans are equal share a broker.
 *
 * @param mode what it does with messages
 * @param delivery XML inside {@code <delivery>} of the extension's configuration, empty for its defaults
 * @param arrays whether messages are arrays of records
 * @param relayed whether a relay lies between extension and database, which can be slowed down and cut
 * @param laneDelay whether some lanes are slow
 */
public record BrokerPlan(Mode mode, String delivery, boolean arrays, boolean relayed, Optional<LaneDelay> laneDelay) {

    /** Without the extension nothing of it matters, and where nobody listens nothing can be slow. */
    public BrokerPlan {
        if (!mode.hasExtension()) {
            delivery = "";
            arrays = false;
        }
        if (!mode.stores()) {
            relayed = false;
            laneDelay = Optional.empty();
        }
    }

    /** What a scenario asks for. */
    public static BrokerPlan of(Mode mode, Scenario scenario) {
        var payload = scenario.load().publishers().payload();
        return new BrokerPlan(
                mode,
                scenario.storage().delivery(),
                payload.records() > 1 || payload.format() == PayloadPlan.Format.BLOCK,
                scenario.faults().stream().anyMatch(fault -> isOfTheLink(fault.kind())),
                scenario.laneDelay());
    }

    /** Whether a fault is one of the link between extension and database, not of the database. */
    static boolean isOfTheLink(Fault.Kind kind) {
        return kind == Fault.Kind.SLOW || kind == Fault.Kind.CUT;
    }
}
