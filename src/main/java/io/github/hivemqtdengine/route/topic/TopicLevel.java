// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.topic;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.expression.ValueSource;
import io.github.hivemqtdengine.message.InboundMessage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Level of the topic.
 *
 * @param index the level's index, from 0
 */
public record TopicLevel(int index) implements ValueSource {

    /**
     * Returns the source of a named level. If the level's index differs between the filters, the first filter that
     * matches the topic decides.
     *
     * @throws IllegalArgumentException if a filter has no level of this name
     */
    public static ValueSource named(String name, List<TopicFilter> filters) {
        var levels = new LinkedHashMap<TopicFilter, TopicLevel>();
        for (var filter : filters) {
            var index = filter.names().get(name);
            if (index == null) {
                throw new IllegalArgumentException(
                        "The filter " + filter + " has no level {" + name + "} for ${mqtt-topic:" + name + "}");
            }
            levels.put(filter, new TopicLevel(index));
        }
        var distinct = Set.copyOf(levels.values());
        if (distinct.size() == 1) {
            return distinct.iterator().next();
        }
        return (message, fields) -> {
            for (var level : levels.entrySet()) {
                if (level.getKey().matches(message.topic())) {
                    return level.getValue().value(message, fields);
                }
            }
            return Decoder.MISSING;
        };
    }

    /**
     * Returns the source of all levels from an index to the end, with the slashes between them.
     *
     * @param index the first level's index, from 0
     */
    public static ValueSource rest(int index) {
        return (message, fields) -> {
            int from = start(message.topic(), index);
            return from < 0 ? Decoder.MISSING : message.topic().substring(from);
        };
    }

    /** Returns the level's text, or {@link Decoder#MISSING} if the topic has fewer levels. */
    @Override
    public Object value(InboundMessage message, @Nullable Object[] fields) {
        var topic = message.topic();
        int from = start(topic, index);
        return from < 0 ? Decoder.MISSING : topic.substring(from, TopicFilter.endOfLevel(topic, from));
    }

    /** Returns the index of a level's first character, or -1 if the topic has fewer levels. */
    private static int start(String topic, int index) {
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
