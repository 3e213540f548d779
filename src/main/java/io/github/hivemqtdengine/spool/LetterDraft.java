package io.github.hivemqtdengine.spool;

import com.fasterxml.jackson.core.JsonParser;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.TextBytes;
import io.github.hivemqtdengine.message.UserProperty;
import io.github.hivemqtdengine.pipeline.LoggedMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A dead letter while its line is read: the fields may come in any order. Not for many threads. */
final class LetterDraft {

    private static final int MOST_QOS = 2;
    /** What a user property takes in memory beside its text. */
    private static final int PER_PROPERTY = 120;

    /** How many more bytes of payload and properties are read. */
    private long bytesLeft;

    private final long maxMessageBytes;

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

    /** @param maxMessageBytes the largest message that is read */
    LetterDraft(long maxMessageBytes) {
        this.maxMessageBytes = maxMessageBytes;
        this.bytesLeft = maxMessageBytes;
    }

    /** Counts what a user property takes. */
    void count(UserProperty property) {
        count(PER_PROPERTY + TextBytes.utf8(property.name()) + TextBytes.utf8(property.value()));
    }

    private void count(long bytes) {
        bytesLeft -= bytes;
        if (bytesLeft < 0) {
            throw new IllegalArgumentException(
                    "its message is larger than max-message-bytes, " + maxMessageBytes + " bytes");
        }
    }

    /** Reads the payload piece by piece, so that one that is too large takes no more than what is allowed. */
    void readPayload(JsonParser in) throws IOException {
        var bytes = new ByteArrayOutputStream() {
            @Override
            public synchronized void write(byte[] from, int offset, int length) {
                LetterDraft.this.count(length);
                super.write(from, offset, length);
            }
        };
        in.readBinaryValue(bytes);
        payload = bytes.toByteArray();
    }

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
