package io.github.hivemqtdengine.loadtest.scenario;

import java.time.Duration;
import java.util.Optional;

/**
 * What the clients of a load do.
 *
 * @param clients what all clients have in common
 * @param publishers who publishes what, and when
 * @param subscribers who receives
 * @param crowd connections beside publishers and subscribers
 * @param calls requests that are answered, one after another
 * @param rampUp the first part of a run, which the report leaves out
 * @param rampDown the last part of a run, which the report leaves out
 * @param subscriberTimeout a run ends when publishers are through and nothing came for so long
 * @param execTime a run ends at the latest after so long
 */
public record LoadPlan(
        ClientSettings clients,
        PublisherPlan publishers,
        SubscriberPlan subscribers,
        CrowdPlan crowd,
        Optional<CallPlan> calls,
        Duration rampUp,
        Duration rampDown,
        Duration subscriberTimeout,
        Duration execTime) {

    /** How many clients stay connected from the first message to the last. */
    public int connections() {
        return publishers.count() + subscribers.count() + crowd.connections();
    }

    /** Whether some client waits for messages of another one. */
    boolean delivers() {
        return subscribers.count() > 0 || calls.isPresent();
    }

    /** The same with other publishers. */
    public LoadPlan withPublishers(PublisherPlan others) {
        return new LoadPlan(clients, others, subscribers, crowd, calls, rampUp, rampDown, subscriberTimeout, execTime);
    }
}
