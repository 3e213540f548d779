package io.github.hivemqtdengine.loadtest.mqtt;

import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.measure.Recording;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import java.io.IOException;
import java.net.InetSocketAddress;

/** Loads a broker with clients. */
public final class Loader {

    private final InetSocketAddress broker;
    private final String clientPrefix;
    private final Recording recording;

    /**
     * A loader whose client ids all begin with the prefix and {@code -}: {@code p} and a number from 0 for publishers,
     * {@code s} for subscribers, {@code c} for the crowd, and {@code caller}.
     */
    public Loader(InetSocketAddress broker, String clientPrefix, Recording recording) {
        this.broker = broker;
        this.clientPrefix = clientPrefix;
        this.recording = recording;
    }

    /**
     * Runs a load to its end. All clients connect first and all are closed in every case.
     *
     * @param plan with a pace that is known: no part of a capacity
     * @throws IllegalArgumentException if the plan can't be carried out
     * @throws IOException if a publisher or subscriber is refused
     */
    public LoadResult run(LoadPlan plan, RunListener listener) throws IOException, InterruptedException {
        try (var run = new LoaderRun(new Broker(broker, clientPrefix, plan.clients()), plan, recording)) {
            return run.run(listener);
        }
    }
}
