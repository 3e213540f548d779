package io.github.hivemqtdengine.loadtest.mqtt;

import java.time.Duration;
import java.util.List;

/**
 * What one run sends and who listens.
 *
 * @param publishers how many clients publish
 * @param subscribers how many clients are subscribed to every topic, at QoS 0
 * @param messages how many messages each publisher sends
 * @param qos the publishers' QoS, 0 or 1
 * @param topics the topics; each publisher takes its share of them in turn, or all publishers the only one
 * @param payloads what is sent
 * @param window how many messages of a publisher may wait for their acknowledgement; not for QoS 0
 * @param eachAtOnce whether every message is given to the network at once, as mqttloader does; else a loader's buffer
 *     gathers what there is to send
 * @param quiet how long nothing arrives before a run is over although messages are missing
 */
public record Load(
        int publishers,
        int subscribers,
        int messages,
        int qos,
        List<String> topics,
        Payloads payloads,
        int window,
        boolean eachAtOnce,
        Duration quiet) {

    private static final Duration QUIET = Duration.ofSeconds(5);
    private static final int WINDOW = 1_000;

    public Load {
        topics = List.copyOf(topics);
        if (topics.size() % publishers != 0 && topics.size() != 1) {
            throw new IllegalArgumentException("The topics can't be shared out evenly among the publishers");
        }
    }

    /** A case as mqttloader runs it: QoS 0, one topic for all, 20 bytes. */
    public static Load mqttloader(int publishers, int subscribers, int messages) {
        var topics = List.of("mqttloader-test-topic");
        return new Load(publishers, subscribers, messages, 0, topics, Payloads.timedZeros(20), 1, true, QUIET);
    }

    /** Asynchronous QoS 1 publishers without a subscriber, as fast as the broker acknowledges. */
    public static Load publishersOnly(int publishers, int messages, List<String> topics, Payloads payloads) {
        return new Load(publishers, 0, messages, 1, topics, payloads, WINDOW, false, QUIET);
    }

    /** All messages of all publishers. */
    public long sent() {
        return (long) publishers * messages;
    }

    /** The topics of one publisher. */
    List<String> topicsOf(int publisher) {
        if (topics.size() == 1) {
            return topics;
        }
        int share = topics.size() / publishers;
        return topics.subList(publisher * share, (publisher + 1) * share);
    }
}
