package io.github.hivemqtdengine.message;

import org.jspecify.annotations.Nullable;

/**
 * One PUBLISH as the broker received it, a last will as it publishes it, or an event of a client.
 *
 * @param topic the topic, 1 to 65,535 bytes of UTF-8
 * @param payload the payload, possibly empty; nobody changes the array once the message exists
 * @param clientId the publisher's client id
 * @param userName the publisher's user name, or {@code null}
 * @param qos 0, 1 or 2
 * @param retain the packet's RETAIN flag
 * @param duplicate the packet's DUP flag
 * @param properties what MQTT 5 adds
 * @param arrivalMicros when the message was taken in, epoch microseconds; strictly increasing in one process, so that
 *     it can serve as a key, except where the system's clock steps back by more than five minutes
 * @param replayed whether it is taken in once more: its time of arrival was given before, maybe by another process, so it
 *     says nothing about how far that clock has come
 */
@SuppressWarnings("ArrayRecordComponent") // a payload is copied once, at the broker's edge
public record InboundMessage(
        String topic,
        byte[] payload,
        String clientId,
        @Nullable String userName,
        int qos,
        boolean retain,
        boolean duplicate,
        Mqtt5Properties properties,
        long arrivalMicros,
        boolean replayed) {

    /** A message as it arrives. */
    public InboundMessage(
            String topic,
            byte[] payload,
            String clientId,
            @Nullable String userName,
            int qos,
            boolean retain,
            boolean duplicate,
            Mqtt5Properties properties,
            long arrivalMicros) {
        this(topic, payload, clientId, userName, qos, retain, duplicate, properties, arrivalMicros, false);
    }

    /** The same message with another time of arrival, epoch microseconds. */
    public InboundMessage arrivedAt(long micros) {
        return new InboundMessage(
                topic, payload, clientId, userName, qos, retain, duplicate, properties, micros, replayed);
    }

    /** The same message, to be taken in once more. */
    public InboundMessage asReplayed() {
        return new InboundMessage(
                topic, payload, clientId, userName, qos, retain, duplicate, properties, arrivalMicros, true);
    }

    /** About how many bytes of heap this message holds: what queues are bounded by. */
    public int weight() {
        int names = topic.length() + clientId.length() + (userName == null ? 0 : userName.length());
        return 160 + names + payload.length + properties.weight();
    }
}
