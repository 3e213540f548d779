package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.message.InboundMessage;
import org.jspecify.annotations.Nullable;

/**
 * A level of the topic.
 *
 * @param index the first level is 0
 */
record TopicLevel(int index) implements ValueSource {

    @Override
    public Object value(InboundMessage message, @Nullable Object[] fields) {
        return in(message.topic());
    }

    /** The level's text, or {@link Decoder#MISSING} if the topic has fewer levels. */
    Object in(String topic) {
        int from = 0;
        for (int i = 0; i < index; i++) {
            from = TopicFilter.endOfLevel(topic, from) + 1;
            if (from > topic.length()) {
                return Decoder.MISSING;
            }
        }
        return topic.substring(from, TopicFilter.endOfLevel(topic, from));
    }
}
