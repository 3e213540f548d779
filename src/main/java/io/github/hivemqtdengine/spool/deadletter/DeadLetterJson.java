// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.deadletter;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import io.github.hivemqtdengine.message.Mqtt5Properties.UserProperty;
import io.github.hivemqtdengine.message.TextBytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Jackson's settings for {@link DeadLetterFields}: no type coercion, and a size limit for messages. */
final class DeadLetterJson {

    /** Memory of a user property beside its strings, bytes. */
    private static final int PER_PROPERTY = 120;

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
            .disable(JsonParser.Feature.AUTO_CLOSE_SOURCE)
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .disable(SerializationFeature.FLUSH_AFTER_WRITE_VALUE)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .withCoercionConfig(LogicalType.Textual, texts -> {
                for (var shape : CoercionInputShape.values()) {
                    texts.setCoercion(shape, CoercionAction.Fail);
                }
            })
            .build();

    static final ObjectWriter WRITER = MAPPER.writerFor(DeadLetterFields.class);

    private static final ObjectReader READER = MAPPER.readerFor(DeadLetterFields.class);

    private DeadLetterJson() {}

    /** @param maxMessageBytes the largest message that is read */
    static ObjectReader reader(long maxMessageBytes) {
        return READER.withAttribute(Budget.class, new Budget(maxMessageBytes));
    }

    /** Limits the bytes of payload and properties of one message. */
    private static final class Budget {

        private final long maxMessageBytes;
        private long bytesLeft;

        Budget(long maxMessageBytes) {
            this.maxMessageBytes = maxMessageBytes;
            this.bytesLeft = maxMessageBytes;
        }

        static Budget of(DeserializationContext context) {
            return (Budget) context.getAttribute(Budget.class);
        }

        void count(long bytes) {
            bytesLeft -= bytes;
            if (bytesLeft < 0) {
                throw new IllegalArgumentException(
                        "its message is larger than max-message-bytes, " + maxMessageBytes + " bytes");
            }
        }
    }

    /** Reads the payload in pieces, so that a payload that is too large takes no more memory than the limit. */
    static final class PayloadReader extends JsonDeserializer<ByteBuffer> {

        @Override
        public ByteBuffer deserialize(JsonParser in, DeserializationContext context) throws IOException {
            if (!in.hasToken(JsonToken.VALUE_STRING)) {
                return (ByteBuffer) context.handleUnexpectedToken(ByteBuffer.class, in);
            }
            var budget = Budget.of(context);
            var bytes = new ByteArrayOutputStream() {
                @Override
                public synchronized void write(byte[] from, int offset, int length) {
                    budget.count(length);
                    super.write(from, offset, length);
                }
            };
            in.readBinaryValue(bytes);
            return ByteBuffer.wrap(bytes.toByteArray());
        }
    }

    /** Reads a pair of strings. */
    static final class PropertyReader extends JsonDeserializer<UserProperty> {

        @Override
        public UserProperty deserialize(JsonParser in, DeserializationContext context) throws IOException {
            var name = in.isExpectedStartArrayToken() ? in.nextTextValue() : null;
            var value = name == null ? null : in.nextTextValue();
            if (name == null || value == null || in.nextToken() != JsonToken.END_ARRAY) {
                throw noPair();
            }
            Budget.of(context).count(PER_PROPERTY + TextBytes.utf8(name) + TextBytes.utf8(value));
            return new UserProperty(name, value);
        }

        @Override
        public UserProperty getNullValue(DeserializationContext context) {
            throw noPair();
        }

        private static IllegalArgumentException noPair() {
            return new IllegalArgumentException("\"userProperties\" is not a list of pairs");
        }
    }

    /** Writes a pair of strings. */
    static final class PropertyWriter extends JsonSerializer<UserProperty> {

        @Override
        public void serialize(UserProperty property, JsonGenerator out, SerializerProvider provider)
                throws IOException {
            out.writeArray(new String[] {property.name(), property.value()}, 0, 2);
        }
    }
}
