package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The groups of a database that have messages in flight, by hash buckets of their names: clients choose the names, and as
 * many as wait on disk may be in flight. Names of one bucket are one group, so they share a lane as long as one of them
 * has a message in flight. May be used by any thread.
 */
final class OpenGroups {

    private static final int BITS_BEYOND_BUCKETS =
            Long.SIZE - Integer.numberOfTrailingZeros(LaneSettings.GROUP_BUCKETS);
    private static final long FNV_BASIS = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;
    private static final long MIX = 0xff51afd7ed558ccdL;

    private final @Nullable String property;
    private final ConcurrentMap<Integer, MessageGroup> open = new ConcurrentHashMap<>();

    /** @param property the user property that names a message's group, {@code null} where there are no groups */
    OpenGroups(@Nullable String property) {
        this.property = property;
    }

    /** The bucket of a message's group, if it has one. */
    Optional<Integer> bucketOf(InboundMessage message) {
        return property == null
                ? Optional.empty()
                : message.properties().userProperty(property).map(OpenGroups::bucket);
    }

    /** FNV-1a of all characters, then a step that lets all bits decide. */
    static int bucket(String name) {
        long hash = FNV_BASIS;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * FNV_PRIME;
        }
        hash = (hash ^ (hash >>> 33)) * MIX;
        return (int) (hash >>> BITS_BEYOND_BUCKETS);
    }

    /** The group of a message that is in flight already. */
    @Nullable
    MessageGroup of(InboundMessage inFlight) {
        return bucketOf(inFlight).map(open::get).orElse(null);
    }

    /**
     * The group of this bucket with one message more.
     *
     * @param lane where it begins if none of it is in flight
     */
    MessageGroup join(Integer bucket, Supplier<Lane> lane) {
        var known = open.get(bucket);
        if (known != null && known.join()) {
            return known;
        }
        return open.compute(
                bucket,
                (key, group) -> group != null && group.join() ? group : new MessageGroup(key, lane.get(), open));
    }

    /** How many there are. */
    int size() {
        return open.size();
    }
}
