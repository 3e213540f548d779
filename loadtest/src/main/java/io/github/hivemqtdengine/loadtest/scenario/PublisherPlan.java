package io.github.hivemqtdengine.loadtest.scenario;

/**
 * Messages that publishers send.
 *
 * @param count number of publishers, from 0
 * @param qos 0, 1 or 2
 * @param retain whether messages are retained
 * @param topics topic of each message
 * @param payload content of each message
 * @param messages most messages of each publisher; fewer if the run's time is over. In an open loop, as many as its
 *     steps need
 * @param pace send schedule
 * @param window most unacknowledged messages of a publisher, at least 1
 */
public record PublisherPlan(
        int count,
        int qos,
        boolean retain,
        TopicPattern topics,
        PayloadPlan payload,
        int messages,
        Pace pace,
        int window) {

    /** Returns the number of messages of all publishers in an undisturbed run. */
    public long planned() {
        return pace instanceof Pace.OpenLoop loop ? (long) loop.messages() : (long) count * messages;
    }

    /** Returns a copy with another pace; for an open loop, with the number of messages that it needs. */
    public PublisherPlan withPace(Pace other) {
        int needed = other instanceof Pace.OpenLoop loop
                ? (int) Math.min(Integer.MAX_VALUE, Math.ceil(loop.messages() / Math.max(1, count)))
                : messages;
        return new PublisherPlan(count, qos, retain, topics, payload, needed, other, window);
    }

    public PublisherPlan withMessages(int other) {
        return new PublisherPlan(count, qos, retain, topics, payload, other, pace, window);
    }
}
