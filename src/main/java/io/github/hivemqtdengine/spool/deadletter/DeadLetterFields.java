// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.deadletter;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.InboundMessage.Origin;
import io.github.hivemqtdengine.message.Metadata;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.Mqtt5Properties.UserProperty;
import io.github.hivemqtdengine.pipeline.account.DeadLetter;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.LoggedMessage;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Fields of a dead letter's line, in order and with their names: the one definition of the format. On reading, a
 * missing field is {@code null}. Unknown fields and the fields that describe the failure are skipped. The metadata of a
 * message has fields only for the facts that are kept.
 */
@JsonIgnoreProperties(
        value = {"time", "reason", "detail"},
        allowGetters = true,
        ignoreUnknown = true)
record DeadLetterFields(
        @Nullable String time,
        @Nullable String route,
        @Nullable String reason,
        @Nullable String detail,
        @Nullable String topic,
        @Nullable String client,
        @Nullable String user,
        @Nullable Integer qos,
        @Nullable Boolean retain,
        @Nullable Boolean duplicate,
        @Nullable String arrival,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Boolean copied,
        @Nullable String contentType,
        @Nullable String responseTopic,
        @Nullable Long messageExpiry,

        @JsonSerialize(contentUsing = DeadLetterJson.PropertyWriter.class)
        @JsonDeserialize(contentUsing = DeadLetterJson.PropertyReader.class)
        @Nullable
        List<UserProperty> userProperties,

        @JsonInclude(JsonInclude.Include.NON_NULL)
        @JsonDeserialize(using = DeadLetterJson.PayloadReader.class)
        @Nullable
        ByteBuffer correlationData,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer payloadFormatIndicator,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer packetId,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String clientAddress,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String clientListener,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String clientMqttVersion,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String clientCertificateCn,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String brokerNode,

        @JsonDeserialize(using = DeadLetterJson.PayloadReader.class) @Nullable
        ByteBuffer payload) {

    private static final int MAX_QOS = 2;
    private static final int MAX_INDICATOR = 1;
    private static final int MAX_PACKET_ID = 65_535;

    /** @param time when the letter is kept */
    static DeadLetterFields of(DeadLetter letter, Instant time) {
        var reason = letter.reason().name().toLowerCase(Locale.ROOT);
        return of(letter.routeId(), letter.message(), letter.payload(), reason, letter.detail(), time);
    }

    /**
     * Returns the fields of a message.
     *
     * @param reason one word
     * @param time when the line is written
     */
    static DeadLetterFields of(
            String routeId, InboundMessage message, ByteBuffer payload, String reason, String detail, Instant time) {
        var properties = message.properties();
        var facts = message.metadata();
        return new DeadLetterFields(
                time.toString(),
                routeId,
                reason,
                wholeCharacters(detail),
                message.topic(),
                message.clientId(),
                message.userName(),
                message.qos(),
                message.retain(),
                message.duplicate(),
                Instant.EPOCH.plus(message.arrivalMicros(), ChronoUnit.MICROS).toString(),
                message.origin() == Origin.COPIED ? Boolean.TRUE : null,
                properties.contentType(),
                properties.responseTopic(),
                properties.messageExpiry(),
                properties.userProperties(),
                facts.correlationData() == null ? null : ByteBuffer.wrap(facts.correlationData()),
                facts.payloadFormatIndicator(),
                facts.packetId(),
                facts.clientAddress(),
                facts.clientListener(),
                facts.clientMqttVersion(),
                facts.clientCertificateCn(),
                facts.brokerNode(),
                payload);
    }

    /** Replaces half of a surrogate pair, which can't be encoded: the detail may quote a value cut inside one. */
    private static String wholeCharacters(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    /**
     * Returns the message that became a dead letter.
     *
     * @param line the number of the line in the file, from 1
     * @throws IllegalArgumentException if a field is missing or out of range
     */
    LoggedMessage message(long line) {
        int knownQos = required(qos, "qos");
        if (knownQos < 0 || knownQos > MAX_QOS) {
            throw new IllegalArgumentException("there is no QoS " + knownQos);
        }
        var message = new InboundMessage(
                required(topic, "topic"),
                required(payload, "payload").array(),
                required(client, "client"),
                user,
                knownQos,
                required(retain, "retain"),
                required(duplicate, "duplicate"),
                properties(),
                ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(required(arrival, "arrival"))));
        var complete = message.with(metadata());
        return new LoggedMessage(
                line, required(route, "route"), Boolean.TRUE.equals(copied) ? complete.asCopied() : complete);
    }

    private Metadata metadata() {
        checkRange(payloadFormatIndicator, 0, MAX_INDICATOR, "payload format indicator");
        checkRange(packetId, 1, MAX_PACKET_ID, "packet identifier");
        return new Metadata(
                        bytes(correlationData),
                        payloadFormatIndicator,
                        packetId,
                        clientAddress,
                        clientListener,
                        clientMqttVersion,
                        clientCertificateCn,
                        brokerNode)
                .orNone();
    }

    private static byte @Nullable [] bytes(@Nullable ByteBuffer data) {
        if (data == null) {
            return null;
        }
        var bytes = new byte[data.remaining()];
        data.get(bytes);
        return bytes;
    }

    private static void checkRange(@Nullable Integer value, int least, int most, String name) {
        if (value != null && (value < least || value > most)) {
            throw new IllegalArgumentException("there is no " + name + " " + value);
        }
    }

    private Mqtt5Properties properties() {
        if (messageExpiry != null && (messageExpiry < 0 || messageExpiry > Mqtt5Properties.MAX_MESSAGE_EXPIRY)) {
            throw new IllegalArgumentException("there is no message expiry interval of " + messageExpiry + " s");
        }
        return Mqtt5Properties.of(
                contentType, responseTopic, messageExpiry, required(userProperties, "userProperties"));
    }

    private static <T> T required(@Nullable T value, String name) {
        if (value == null) {
            throw new IllegalArgumentException("it has no \"" + name + "\"");
        }
        return value;
    }
}
