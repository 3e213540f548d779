// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.traffic;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Recorded message, one line of a {@link TrafficReader recording}.
 *
 * @param micros time since the start of the recording in microseconds
 * @param qos QoS of the delivery: that of the message, or that of the subscription if it is lower
 * @param retain whether the message was published as retained
 * @param contentType MQTT 5 content type; {@code null} for none
 * @param properties MQTT 5 user properties, each a name and a value
 * @param payload the payload, Base64 in the file
 */
@SuppressWarnings("ArrayRecordComponent") // neither compared nor shown; a million of them are in memory
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record TrafficMessage(
        @JsonProperty("t") @JsonInclude(JsonInclude.Include.ALWAYS)
        long micros,

        @JsonProperty("topic") String topic,

        @JsonProperty("qos") @JsonInclude(JsonInclude.Include.ALWAYS)
        int qos,

        @JsonProperty("retain") @JsonInclude(JsonInclude.Include.NON_DEFAULT)
        boolean retain,

        @JsonProperty("type") @Nullable String contentType,
        @JsonProperty("properties") List<List<String>> properties,
        @JsonProperty("payload") byte[] payload) {

    /** Memory and space that are counted for a message, and for each of its properties, beside its content. */
    private static final int OVERHEAD = 64;

    public TrafficMessage {
        properties = properties == null ? List.of() : List.copyOf(properties);
        payload = payload == null ? new byte[0] : payload;
    }

    /** Returns the size that limits of a recording count, in bytes before compression. */
    public long size() {
        long lengths = (long) topic.length() + payload.length + (contentType == null ? 0 : contentType.length());
        return OVERHEAD
                + lengths
                + properties.stream()
                        .mapToLong(property -> OVERHEAD
                                + property.stream().mapToLong(String::length).sum())
                        .sum();
    }

    /**
     * Returns the publisher of the message, so that all messages of a topic have the same one and keep their order.
     *
     * @param publishers number of publishers, at least 1
     * @return from 0
     */
    public int publisher(int publishers) {
        int hash = topic.hashCode() * 0x9E3779B9; // similar topics have similar hash codes
        return Math.floorMod(hash ^ (hash >>> 16), publishers);
    }
}
