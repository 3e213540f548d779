package io.github.hivemqtdengine.route.topic;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.expression.ValueSource;
import io.github.hivemqtdengine.message.InboundMessage;
import org.jspecify.annotations.Nullable;

/**
 * Level of the topic.
 *
 * @param index the level's index, from 0
 */
public record TopicLevel(int index) implements ValueSource {

    @Override
    public Object value(InboundMessage message, @Nullable Object[] fields) {
        return in(message.topic());
    }

    /** Returns the level's text, or {@link Decoder#MISSING} if the topic has fewer levels. */
    Object in(String topic) {
        int from = start(topic, index);
        return from < 0 ? Decoder.MISSING : topic.substring(from, TopicFilter.endOfLevel(topic, from));
    }

    /** Returns the index of a level's first character, or -1 if the topic has fewer levels. */
    static int start(String topic, int index) {
        int from = 0;
        for (int i = 0; i < index; i++) {
            from = TopicFilter.endOfLevel(topic, from) + 1;
            if (from > topic.length()) {
                return -1;
            }
        }
        return from;
    }
}
