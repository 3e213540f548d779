package io.github.hivemqtdengine.spool;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.UserProperty;
import io.github.hivemqtdengine.pipeline.LoggedMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A dead letter while its line is read: the fields may come in any order. Not for many threads. */
final class LetterDraft {

    private static final int MOST_QOS = 2;

    @Nullable
    String routeId;

    @Nullable
    String topic;

    @Nullable
    String clientId;

    @Nullable
    String userName;

    @Nullable
    Integer qos;

    @Nullable
    Boolean retain;

    @Nullable
    Boolean duplicate;

    @Nullable
    Long arrivalMicros;

    @Nullable
    String contentType;

    @Nullable
    String responseTopic;

    @Nullable
    Long messageExpiry;

    @Nullable
    List<UserProperty> userProperties;

    byte @Nullable [] payload;

    /**
     * The message that became a dead letter.
     *
     * @param line its line in the file, from 1
     * @throws IllegalArgumentException if something is missing
     */
    LoggedMessage message(long line) {
        int knownQos = required(qos, LetterField.QOS);
        if (knownQos < 0 || knownQos > MOST_QOS) {
            throw new IllegalArgumentException("there is no QoS " + knownQos);
        }
        var message = new InboundMessage(
                required(topic, LetterField.TOPIC),
                required(payload, LetterField.PAYLOAD),
                required(clientId, LetterField.CLIENT),
                userName,
                knownQos,
                required(retain, LetterField.RETAIN),
                required(duplicate, LetterField.DUPLICATE),
                properties(),
                required(arrivalMicros, LetterField.ARRIVAL));
        return new LoggedMessage(line, required(routeId, LetterField.ROUTE), message);
    }

    private Mqtt5Properties properties() {
        if (messageExpiry != null && (messageExpiry < 0 || messageExpiry > Mqtt5Properties.MAX_MESSAGE_EXPIRY)) {
            throw new IllegalArgumentException("there is no message expiry interval of " + messageExpiry + " s");
        }
        return Mqtt5Properties.of(
                contentType, responseTopic, messageExpiry, required(userProperties, LetterField.USER_PROPERTIES));
    }

    private static <T> T required(@Nullable T value, LetterField field) {
        if (value == null) {
            throw new IllegalArgumentException("it has no \"" + field.label() + "\"");
        }
        return value;
    }
}
