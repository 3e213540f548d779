package io.github.hivemqtdengine.route.topic;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.expression.ValueSource;
import io.github.hivemqtdengine.message.InboundMessage;
import org.jspecify.annotations.Nullable;

/**
 * Topic levels from an index to the end, with the slashes between them.
 *
 * @param index the first level's index, from 0
 */
public record RestOfTopic(int index) implements ValueSource {

    @Override
    public Object value(InboundMessage message, @Nullable Object[] fields) {
        int from = TopicLevel.start(message.topic(), index);
        return from < 0 ? Decoder.MISSING : message.topic().substring(from);
    }
}
