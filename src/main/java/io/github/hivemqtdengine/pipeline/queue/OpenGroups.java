package io.github.hivemqtdengine.pipeline.queue;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.account.MessageGroup;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Message groups of a database that are in flight, by hash bucket of their names. Clients choose the names, and all
 * spooled messages may be in flight, so buckets bound the memory. Names of one bucket form one group and share a lane
 * while any of them is in flight. May be used by any thread.
 */
public final class OpenGroups {

    private static final int BITS_BEYOND_BUCKETS =
            Long.SIZE - Integer.numberOfTrailingZeros(LaneSettings.GROUP_BUCKETS);
    private static final long FNV_BASIS = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;
    private static final long MIX = 0xff51afd7ed558ccdL;

    private final @Nullable String property;
    private final ConcurrentMap<Integer, MessageGroup> open = new ConcurrentHashMap<>();

    /** @param property user property that names a message's group, {@code null} if there are no groups */
    public OpenGroups(@Nullable String property) {
        this.property = property;
    }

    /** Returns the bucket of a message's group, if the message has one. */
    public Optional<Integer> bucketOf(InboundMessage message) {
        return property == null
                ? Optional.empty()
                : message.properties().userProperty(property).map(OpenGroups::bucket);
    }

    /** Returns the bucket of a name: FNV-1a of all characters, then a step that mixes all bits. */
    static int bucket(String name) {
        long hash = FNV_BASIS;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * FNV_PRIME;
        }
        hash = (hash ^ (hash >>> 33)) * MIX;
        return (int) (hash >>> BITS_BEYOND_BUCKETS);
    }

    /** Returns the group of a message that is in flight already. */
    @Nullable
    MessageGroup of(InboundMessage inFlight) {
        return bucketOf(inFlight).map(open::get).orElse(null);
    }

    /**
     * Adds a message to the group of this bucket and returns the group.
     *
     * @param lane supplies the index of the lane of a new group
     */
    public MessageGroup join(Integer bucket, IntSupplier lane) {
        var known = open.get(bucket);
        if (known != null && known.join()) {
            return known;
        }
        return open.compute(
                bucket,
                (key, group) -> group != null && group.join() ? group : new MessageGroup(key, lane.getAsInt(), open));
    }

    public int size() {
        return open.size();
    }
}
