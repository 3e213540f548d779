package io.github.hivemqtdengine.route.topic;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.expression.ValueSource;
import io.github.hivemqtdengine.message.InboundMessage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Named topic level with different indices in the route's filters. The first matching filter decides. */
public final class NamedTopicLevel implements ValueSource {

    private final Map<TopicFilter, TopicLevel> levels;

    private NamedTopicLevel(Map<TopicFilter, TopicLevel> levels) {
        this.levels = levels;
    }

    /**
     * Returns the source for the level with a name.
     *
     * @throws IllegalArgumentException if a filter has no level of this name
     */
    public static ValueSource of(String name, List<TopicFilter> filters) {
        var levels = new LinkedHashMap<TopicFilter, TopicLevel>();
        for (var filter : filters) {
            var index = filter.names().get(name);
            if (index == null) {
                throw new IllegalArgumentException(
                        "The filter " + filter + " has no level {" + name + "} for ${mqtt-topic:" + name + "}");
            }
            levels.put(filter, new TopicLevel(index));
        }
        var places = Set.copyOf(levels.values());
        return places.size() == 1 ? places.iterator().next() : new NamedTopicLevel(levels);
    }

    @Override
    public Object value(InboundMessage message, @Nullable Object[] fields) {
        for (var level : levels.entrySet()) {
            if (level.getKey().matches(message.topic())) {
                return level.getValue().in(message.topic());
            }
        }
        return Decoder.MISSING;
    }
}
