// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.measure.Recording;
import io.github.hivemqtdengine.loadtest.mqtt.link.Broker;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/** Load generator: publishers, subscribers, callers and idle connections. */
public final class Loader {

    private final InetSocketAddress broker;
    private final String clientPrefix;
    private final Recording recording;
    private final int loops;

    /**
     * Creates a generator whose publishers, subscribers and crowd have an event loop for every second core each.
     *
     * @param clientPrefix prefix of all client ids, followed by {@code -} and {@code p0}, {@code p1}, ... for
     *     publishers, {@code s} for subscribers, {@code c} for the crowd, and {@code caller}
     */
    public Loader(InetSocketAddress broker, String clientPrefix, Recording recording) {
        this(broker, clientPrefix, recording, Runtime.getRuntime().availableProcessors() / 2);
    }

    /** @param loops most event loops of the publishers, of the subscribers, and of the crowd; at least one is used */
    Loader(InetSocketAddress broker, String clientPrefix, Recording recording, int loops) {
        this.broker = broker;
        this.clientPrefix = clientPrefix;
        this.recording = recording;
        this.loops = loops;
    }

    /**
     * Runs a load to its end. All clients connect first, and are always closed.
     *
     * @param plan plan with a known rate, not a fraction of a capacity
     * @throws IllegalArgumentException if the plan is invalid
     * @throws IOException if a publisher or subscriber is refused
     */
    public LoadResult run(LoadPlan plan, RunListener listener) throws IOException, InterruptedException {
        return run(plan, List.of(generator(plan, Share.WHOLE)), Duration.ZERO, listener);
    }

    /**
     * Returns a load generator in this process, whose clients are not connected yet.
     *
     * @throws IllegalArgumentException if the plan is invalid
     * @throws IOException if a TLS file is unreadable or invalid
     */
    public LoadGenerator generator(LoadPlan plan, Share share) throws IOException {
        return new LocalGenerator(
                new Broker(broker, clientPrefix, plan.clients(), share.of()), plan, share, loops, recording);
    }

    /**
     * Runs a load by several generators, which are always closed.
     *
     * @param lead time in which generators on other machines learn when publishers begin; zero for none of them
     * @throws IOException if a publisher or subscriber is refused, or a generator fails
     */
    public static LoadResult run(
            LoadPlan plan, List<? extends LoadGenerator> generators, Duration lead, RunListener listener)
            throws IOException, InterruptedException {
        try (var run = new LoaderRun(plan, generators, lead)) {
            return run.run(listener);
        } finally {
            generators.forEach(LoadGenerator::close);
        }
    }
}
