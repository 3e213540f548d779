package io.github.hivemqtdengine.spool;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.github.hivemqtdengine.message.UserProperty;
import io.github.hivemqtdengine.pipeline.DeadLetter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a dead letter's line in their order, each with how it is written and how it is read back: the one
 * definition of the format.
 */
@SuppressWarnings("ImmutableEnumChecker") // how a field is written and read are functions without a state
enum LetterField {
    TIME("time", (out, letter, time) -> out.writeString(time.toString()), LetterField::skip),
    ROUTE(
            "route",
            (out, letter, time) -> out.writeString(letter.routeId()),
            (in, draft) -> draft.routeId = requiredText(in)),
    REASON(
            "reason",
            (out, letter, time) -> out.writeString(letter.reason().name().toLowerCase(Locale.ROOT)),
            LetterField::skip),
    DETAIL("detail", (out, letter, time) -> out.writeString(wholeCharacters(letter.detail())), LetterField::skip),
    TOPIC(
            "topic",
            (out, letter, time) -> out.writeString(letter.message().topic()),
            (in, draft) -> draft.topic = requiredText(in)),
    CLIENT(
            "client",
            (out, letter, time) -> out.writeString(letter.message().clientId()),
            (in, draft) -> draft.clientId = requiredText(in)),
    USER(
            "user",
            (out, letter, time) -> out.writeString(letter.message().userName()),
            (in, draft) -> draft.userName = text(in)),
    QOS(
            "qos",
            (out, letter, time) -> out.writeNumber(letter.message().qos()),
            (in, draft) -> draft.qos = in.getIntValue()),
    RETAIN(
            "retain",
            (out, letter, time) -> out.writeBoolean(letter.message().retain()),
            (in, draft) -> draft.retain = in.getBooleanValue()),
    DUPLICATE(
            "duplicate",
            (out, letter, time) -> out.writeBoolean(letter.message().duplicate()),
            (in, draft) -> draft.duplicate = in.getBooleanValue()),
    ARRIVAL(
            "arrival",
            (out, letter, time) -> out.writeString(Instant.EPOCH
                    .plus(letter.message().arrivalMicros(), ChronoUnit.MICROS)
                    .toString()),
            (in, draft) ->
                    draft.arrivalMicros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(requiredText(in)))),
    CONTENT_TYPE(
            "contentType",
            (out, letter, time) -> out.writeString(letter.message().properties().contentType()),
            (in, draft) -> draft.contentType = text(in)),
    RESPONSE_TOPIC(
            "responseTopic",
            (out, letter, time) -> out.writeString(letter.message().properties().responseTopic()),
            (in, draft) -> draft.responseTopic = text(in)),
    MESSAGE_EXPIRY(
            "messageExpiry",
            (out, letter, time) ->
                    writeNumber(out, letter.message().properties().messageExpiry()),
            (in, draft) -> draft.messageExpiry = number(in)),
    USER_PROPERTIES(
            "userProperties",
            (out, letter, time) ->
                    writeProperties(out, letter.message().properties().userProperties()),
            (in, draft) -> draft.userProperties = properties(in, draft)),
    PAYLOAD(
            "payload",
            (out, letter, time) -> writePayload(out, letter.payload()),
            (in, draft) -> draft.readPayload(in));

    private final String label;
    private final Writing writing;
    private final Reading reading;

    LetterField(String label, Writing writing, Reading reading) {
        this.label = label;
        this.writing = writing;
        this.reading = reading;
    }

    @FunctionalInterface
    private interface Writing {
        void write(JsonGenerator out, DeadLetter letter, Instant time) throws IOException;
    }

    @FunctionalInterface
    private interface Reading {
        void read(JsonParser in, LetterDraft draft) throws IOException;
    }

    /** The field of this name in the file. */
    static Optional<LetterField> named(@Nullable String label) {
        for (var field : values()) {
            if (field.label.equals(label)) {
                return Optional.of(field);
            }
        }
        return Optional.empty();
    }

    /** Its name in the file. */
    String label() {
        return label;
    }

    /** @param time when the letter is kept */
    void write(JsonGenerator out, DeadLetter letter, Instant time) throws IOException {
        out.writeFieldName(label);
        writing.write(out, letter, time);
    }

    /** @param in at the field's value */
    void read(JsonParser in, LetterDraft draft) throws IOException {
        reading.read(in, draft);
    }

    private static void skip(JsonParser in, LetterDraft draft) throws IOException {
        in.skipChildren();
    }

    /** A sentence may quote a value that was cut in the middle of a character, which can't be written. */
    private static String wholeCharacters(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private static @Nullable String text(JsonParser in) throws IOException {
        return in.currentToken() == JsonToken.VALUE_NULL ? null : requiredText(in);
    }

    private static String requiredText(JsonParser in) throws IOException {
        if (in.currentToken() != JsonToken.VALUE_STRING) {
            throw new IllegalArgumentException("\"" + in.currentName() + "\" is no text");
        }
        return in.getText();
    }

    private static void writeNumber(JsonGenerator out, @Nullable Long number) throws IOException {
        if (number == null) {
            out.writeNull();
        } else {
            out.writeNumber(number);
        }
    }

    /** Encodes a piece at a time, wherever the payload is. */
    private static void writePayload(JsonGenerator out, ByteBuffer payload) throws IOException {
        if (payload.hasArray()) {
            out.writeBinary(payload.array(), payload.arrayOffset() + payload.position(), payload.remaining());
        } else {
            out.writeBinary(new BufferStream(payload.duplicate()), payload.remaining());
        }
    }

    private static @Nullable Long number(JsonParser in) throws IOException {
        return in.currentToken() == JsonToken.VALUE_NULL ? null : (Long) in.getLongValue();
    }

    private static void writeProperties(JsonGenerator out, List<UserProperty> properties) throws IOException {
        out.writeStartArray();
        for (var property : properties) {
            out.writeStartArray();
            out.writeString(property.name());
            out.writeString(property.value());
            out.writeEndArray();
        }
        out.writeEndArray();
    }

    private static List<UserProperty> properties(JsonParser in, LetterDraft draft) throws IOException {
        var properties = new ArrayList<UserProperty>();
        expect(JsonToken.START_ARRAY, in.currentToken());
        while (in.nextToken() != JsonToken.END_ARRAY) {
            expect(JsonToken.START_ARRAY, in.currentToken());
            in.nextToken();
            var name = requiredText(in);
            in.nextToken();
            var property = new UserProperty(name, requiredText(in));
            draft.count(property);
            properties.add(property);
            expect(JsonToken.END_ARRAY, in.nextToken());
        }
        return properties;
    }

    private static void expect(JsonToken expected, @Nullable JsonToken found) {
        if (found != expected) {
            throw new IllegalArgumentException("\"userProperties\" are no list of pairs");
        }
    }
}
