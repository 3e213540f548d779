// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Runs a share of the clients of a load, in this process, or as an agent in another one. Methods are called one after another,
 * in the order in which they are declared. All of them fail if a client, or the generator, fails for good.
 */
public interface LoadGenerator extends AutoCloseable {

    /** Connects all clients, and returns when all have tried. */
    void connect() throws IOException, InterruptedException;

    /**
     * Begins to record.
     *
     * @param startMicros when publishers begin, in epoch microseconds
     */
    void begin(long startMicros) throws IOException, InterruptedException;

    /** Lets the publishers begin, unless the generator does so by itself at the start. */
    void start() throws IOException, InterruptedException;

    /** Returns access to the counts while clients send; empty if the generator does not tell them. */
    default Optional<LoadProbe> probe() {
        return Optional.empty();
    }

    Progress progress() throws IOException, InterruptedException;

    /** Stops publishers that are not finished. */
    Stopped stopSending() throws IOException, InterruptedException;

    /** Returns whether the broker answers all publishers and subscribers that are connected, within some seconds. */
    boolean isAnswered() throws IOException, InterruptedException;

    /** Stops recording and returns the measurements. */
    Measured end() throws IOException, InterruptedException;

    /** Closes all clients, in any state. */
    @Override
    void close();

    /**
     * Progress of a generator's clients.
     *
     * @param sent whether all publishers have sent all messages and, above QoS 0, received the acknowledgements
     * @param received messages without duplicates, for each of {@link LoadPlan#subscriptions}, of the subscriber with
     *     the fewest of them; of a shared subscription, those that this generator's clients have received
     * @param called whether all calls are answered or have timed out
     * @param connected whether no client is away
     * @param lastMicros last delivery or reconnect, in epoch microseconds; 0 for none
     * @param reconnects connections that came back
     */
    record Progress(
            boolean sent, List<Long> received, boolean called, boolean connected, long lastMicros, long reconnects) {

        /** @param shared whether each subscription is shared */
        Progress and(Progress other, List<Boolean> shared) {
            return new Progress(
                    sent && other.sent,
                    IntStream.range(0, shared.size())
                            .mapToObj(each -> shared.get(each)
                                    ? received.get(each) + other.received.get(each)
                                    : Math.min(received.get(each), other.received.get(each)))
                            .toList(),
                    called && other.called,
                    connected && other.connected,
                    Math.max(lastMicros, other.lastMicros),
                    reconnects + other.reconnects);
        }
    }

    /**
     * End of sending.
     *
     * @param micros when the last publisher finished, in epoch microseconds
     * @param due messages of the generator's publishers for each of {@link LoadPlan#subscriptions}
     */
    record Stopped(long micros, List<Long> due) {

        Stopped and(Stopped other) {
            var sum = IntStream.range(0, due.size())
                    .mapToObj(each -> due.get(each) + other.due.get(each))
                    .toList();
            return new Stopped(Math.max(micros, other.micros), sum);
        }
    }
}
