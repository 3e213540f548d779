// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import java.util.Optional;

/**
 * Messages that the publishers of a group send.
 *
 * @param first number of the first publisher; the numbers of all groups ascend without gaps
 * @param messages most messages of each publisher; fewer if the run's time is over. In an open loop, as many as its
 *     steps need
 * @param will topic of the last will, with {@code {client}}; empty for no will
 */
public record PublisherPlan(
        int first,
        int count,
        int qos,
        boolean retain,
        TopicPattern topics,
        PayloadPlan payload,
        int messages,
        Pace pace,
        int window,
        MessageProperties properties,
        Optional<String> will) {

    /** Creates the publishers of a first group, without properties and wills. */
    public PublisherPlan(
            int count,
            int qos,
            boolean retain,
            TopicPattern topics,
            PayloadPlan payload,
            int messages,
            Pace pace,
            int window) {
        this(0, count, qos, retain, topics, payload, messages, pace, window, MessageProperties.NONE, Optional.empty());
    }

    /** Returns whether a publisher is one of these. */
    public boolean has(int publisher) {
        return publisher >= first && publisher < first + count;
    }

    /** Returns the number of messages of all publishers in an undisturbed run. */
    public long planned() {
        return pace instanceof Pace.OpenLoop loop && count > 0 ? (long) loop.messages() : (long) count * messages;
    }

    /** Returns a copy with another pace; for an open loop, with the number of messages that it needs. */
    public PublisherPlan withPace(Pace other) {
        int needed = other instanceof Pace.OpenLoop loop
                ? (int) Math.min(Integer.MAX_VALUE, Math.ceil(loop.messages() / Math.max(1, count)))
                : messages;
        return new PublisherPlan(first, count, qos, retain, topics, payload, needed, other, window, properties, will);
    }

    public PublisherPlan withMessages(int other) {
        return new PublisherPlan(first, count, qos, retain, topics, payload, other, pace, window, properties, will);
    }
}
