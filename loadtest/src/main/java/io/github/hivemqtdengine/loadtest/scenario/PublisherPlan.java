package io.github.hivemqtdengine.loadtest.scenario;

/**
 * What publishers send.
 *
 * @param count how many publishers, from 0
 * @param qos 0, 1 or 2
 * @param retain whether their messages are retained
 * @param topics where each message goes
 * @param payload what it contains
 * @param messages how many each publisher sends, at most; fewer if the run's time is over. By the clock of an open loop
 *     as many as it takes
 * @param pace when they send
 * @param window how many unacknowledged messages a publisher has at most, from 1
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

    /** How many messages all publishers together send if nothing keeps them from it. */
    public long planned() {
        return pace instanceof Pace.OpenLoop loop ? (long) loop.messages() : (long) count * messages;
    }

    /** The same at another pace; if it is an open loop, with as many messages as it takes. */
    public PublisherPlan withPace(Pace other) {
        int needed = other instanceof Pace.OpenLoop loop
                ? (int) Math.min(Integer.MAX_VALUE, Math.ceil(loop.messages() / Math.max(1, count)))
                : messages;
        return new PublisherPlan(count, qos, retain, topics, payload, needed, other, window);
    }

    /** The same with another number of messages of each publisher. */
    public PublisherPlan withMessages(int other) {
        return new PublisherPlan(count, qos, retain, topics, payload, other, pace, window);
    }
}
