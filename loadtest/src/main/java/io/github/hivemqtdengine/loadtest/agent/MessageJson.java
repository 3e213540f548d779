// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;

/** Messages as JSON. */
final class MessageJson {

    private static final String NO_MESSAGE = "it sent something that is no message of the load tests";

    private static final JsonMapper JSON = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .addModule(new JavaTimeModule())
            .annotationIntrospector(new SealedTypes())
            .disable(MapperFeature.AUTO_DETECT_IS_GETTERS) // only the components of records
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .build();

    private MessageJson() {}

    static byte[] write(Message message) throws IOException {
        return JSON.writerFor(Message.class).writeValueAsBytes(message);
    }

    /** @throws IOException if the content is not a message */
    static Message read(byte[] content) throws IOException {
        try {
            var message = JSON.readValue(content, Message.class);
            if (message == null) {
                throw new IOException(NO_MESSAGE);
            }
            return message;
        } catch (JsonProcessingException e) {
            throw new IOException(NO_MESSAGE, e);
        }
    }
}
