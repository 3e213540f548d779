package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The groups of a database that have messages in flight, by their names. May be used by any thread. */
final class OpenGroups {

    private final @Nullable String property;
    private final ConcurrentMap<String, MessageGroup> open = new ConcurrentHashMap<>();

    /** @param property the user property that names a message's group, {@code null} where there are no groups */
    OpenGroups(@Nullable String property) {
        this.property = property;
    }

    /** The name of a message's group, if it has one. */
    Optional<String> nameOf(InboundMessage message) {
        return property == null ? Optional.empty() : message.properties().userProperty(property);
    }

    /** The group of a message that is in flight already. */
    @Nullable
    MessageGroup of(InboundMessage inFlight) {
        return nameOf(inFlight).map(open::get).orElse(null);
    }

    /**
     * The group of this name with one message more.
     *
     * @param lane where it begins if none of it is in flight
     */
    MessageGroup join(String name, Supplier<Lane> lane) {
        var known = open.get(name);
        if (known != null && known.join()) {
            return known;
        }
        return open.compute(
                name, (key, group) -> group != null && group.join() ? group : new MessageGroup(key, lane.get(), open));
    }

    /** How many there are. */
    int size() {
        return open.size();
    }
}
