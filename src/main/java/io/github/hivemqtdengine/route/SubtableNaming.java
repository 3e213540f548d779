package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.route.MappingException.Reason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a row gets its subtable's name. Where only the topic decides, names are remembered: most messages come from topics
 * that were seen before.
 */
final class SubtableNaming {

    private static final int REMEMBERED = 8_192;
    private static final int LONGEST_REMEMBERED = 256;

    private final Template template;
    private final SubtableName name;
    private final List<ValueSource> sources;

    /** Without locks: an entry is immutable, and what one thread overwrites another one makes again. */
    private final @Nullable Remembered[] cache;

    private record Remembered(String topic, String name) {}

    /** @throws IllegalArgumentException if the template can't make names */
    SubtableNaming(Template template, ValueSources sources) {
        this.template = template;
        this.name = new SubtableName(template);
        this.sources = template.references().map(sources::of).toList();
        boolean byTopic = template.references().allMatch(Reference::dependsOnTopicOnly);
        this.cache = new Remembered[byTopic ? REMEMBERED : 0];
    }

    /**
     * The name for one row.
     *
     * @throws MappingException if a value is missing, or all are empty
     */
    String name(InboundMessage message, @Nullable Object[] fields) throws MappingException {
        var topic = message.topic();
        if (cache.length == 0 || topic.length() > LONGEST_REMEMBERED) {
            return make(message, fields);
        }
        int hash = topic.hashCode();
        int slot = (hash ^ (hash >>> 16)) & (cache.length - 1);
        var known = cache[slot];
        if (known != null && known.topic.equals(topic)) {
            return known.name;
        }
        var made = make(message, fields);
        cache[slot] = new Remembered(topic, made);
        return made;
    }

    private String make(InboundMessage message, @Nullable Object[] fields) throws MappingException {
        var values = new String[sources.size()];
        for (int i = 0; i < values.length; i++) {
            var value = sources.get(i).value(message, fields);
            if (value == null || value == Decoder.MISSING) {
                throw new MappingException(
                        Reason.MISSING, "The subtable's name " + template + " lacks a value: it is missing", false);
            }
            values[i] = ValueText.of(value);
        }
        var made = name.of(values);
        if (made.isEmpty()) {
            throw new MappingException(Reason.NAME, "The subtable's name " + template + " is empty", false);
        }
        return made;
    }
}
