// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.message;

import org.jspecify.annotations.Nullable;

/**
 * PUBLISH as the broker received it, last will as the broker publishes it, or event of a client.
 *
 * @param topic 1 to 65,535 bytes of UTF-8
 * @param payload possibly empty; never modified
 * @param userName user name of the publisher, or {@code null}
 * @param qos 0, 1 or 2
 * @param properties properties of MQTT 5
 * @param arrivalMicros time of acceptance in epoch microseconds; strictly increasing in one process, and so usable as a
 *     key, unless the system clock steps back by more than five minutes
 * @param origin whether the message comes from a replay
 * @param metadata facts that a route refers to
 */
@SuppressWarnings("ArrayRecordComponent") // a payload is copied once, when the broker hands it over
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
        Origin origin,
        Metadata metadata) {

    /** Way on which a message came: a copied one was replayed from a spool, perhaps of another broker. */
    public enum Origin {
        BROKER,
        REPLAYED,
        COPIED
    }

    /** Creates a message without metadata that is not replayed. */
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
        this(
                topic,
                payload,
                clientId,
                userName,
                qos,
                retain,
                duplicate,
                properties,
                arrivalMicros,
                Origin.BROKER,
                Metadata.NONE);
    }

    /** Returns the message with another time of arrival, in epoch microseconds. */
    public InboundMessage arrivedAt(long micros) {
        return with(payload, micros, origin, metadata);
    }

    /**
     * Returns whether the message comes from a replay; another process may have assigned its arrival time, so that time
     * says nothing about the current arrival clock.
     */
    public boolean replayed() {
        return origin != Origin.BROKER;
    }

    /** Returns the message marked as replayed, if it is not. */
    public InboundMessage asReplayed() {
        return replayed() ? this : with(payload, arrivalMicros, Origin.REPLAYED, metadata);
    }

    /** Returns the message marked as replayed from a copied spool. */
    public InboundMessage asCopied() {
        return with(payload, arrivalMicros, Origin.COPIED, metadata);
    }

    /** Returns the message with other metadata; the message itself if both have none. */
    public InboundMessage with(Metadata facts) {
        return facts.equals(metadata) ? this : with(payload, arrivalMicros, origin, facts);
    }

    /** Returns the message with another payload, which is not copied. */
    public InboundMessage withPayload(byte[] bytes) {
        return with(bytes, arrivalMicros, origin, metadata);
    }

    private InboundMessage with(byte[] bytes, long micros, Origin from, Metadata facts) {
        return new InboundMessage(
                topic, bytes, clientId, userName, qos, retain, duplicate, properties, micros, from, facts);
    }

    /** Returns the approximate heap size of this message in bytes, which limits the queues. */
    public int weight() {
        int names = topic.length() + clientId.length() + (userName == null ? 0 : userName.length());
        return 160 + names + payload.length + properties.weight() + metadata.weight();
    }
}
