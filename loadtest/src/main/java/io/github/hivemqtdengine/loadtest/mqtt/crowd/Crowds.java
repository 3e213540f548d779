package io.github.hivemqtdengine.loadtest.mqtt.crowd;

import io.github.hivemqtdengine.loadtest.mqtt.link.Await;
import io.github.hivemqtdengine.loadtest.mqtt.link.Broker;
import io.github.hivemqtdengine.loadtest.mqtt.link.Failures;
import io.github.hivemqtdengine.loadtest.mqtt.link.Loop;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Crowd of a load: one share in this process, the others in child processes. */
public final class Crowds implements AutoCloseable {

    private final Broker broker;
    private final Failures failures;
    private final List<CrowdShare> shares;
    private final List<CrowdProcess> processes = new ArrayList<>();
    private Optional<Here> here = Optional.empty();

    /**
     * @param generator number of this load generator, from 0
     * @param generators number of load generators
     */
    public Crowds(Broker broker, LoadPlan plan, int generator, int generators, Failures failures) {
        this.broker = broker;
        this.failures = failures;
        this.shares = plan.crowd().connections() == 0 ? List.of() : CrowdShare.of(plan, generator, generators);
    }

    /** Waits until all have tried to connect. */
    public void connect() throws IOException, InterruptedException {
        if (shares.isEmpty()) {
            return;
        }
        for (var share : shares.subList(1, shares.size())) {
            processes.add(CrowdProcess.start(CrowdTask.of(broker, share)));
        }
        here = Optional.of(new Here(broker, shares.get(0)));
        Await.crowd(here.get().crowd.connect());
        for (var process : processes) {
            process.awaitConnected();
        }
    }

    public void begin() throws IOException {
        here.ifPresent(one -> one.crowd.begin());
        for (var process : processes) {
            process.begin();
        }
    }

    /** Disconnects all and returns the outcome. */
    public CrowdOutcome end() throws IOException, InterruptedException {
        if (here.isEmpty()) {
            return CrowdOutcome.NOTHING;
        }
        var outcome = Await.result(here.get().crowd.end());
        for (var process : processes) {
            outcome = outcome.and(process.end());
        }
        outcome.failures().forEach(failures::add);
        return outcome;
    }

    @Override
    public void close() {
        processes.forEach(CrowdProcess::close);
        here.ifPresent(one -> one.loop.close());
    }

    /** Share in this process. */
    private static final class Here {

        private final Loop loop = new Loop("crowd");
        private final Crowd crowd;

        Here(Broker broker, CrowdShare share) {
            crowd = new Crowd(broker, loop, share, new Failures());
        }
    }
}
