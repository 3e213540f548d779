// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.queue;

import io.github.hivemqtdengine.message.InboundMessage;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
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
    private final ConcurrentMap<Integer, Group> open = new ConcurrentHashMap<>();

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
    Group of(InboundMessage inFlight) {
        return bucketOf(inFlight).map(open::get).orElse(null);
    }

    /**
     * Adds a message to the group of this bucket and returns the group.
     *
     * @param lane supplies the index of the lane of a new group
     */
    public Group join(Integer bucket, IntSupplier lane) {
        var known = open.get(bucket);
        if (known != null && known.join()) {
            return known;
        }
        return open.compute(
                bucket, (key, group) -> group != null && group.join() ? group : new Group(key, lane.getAsInt(), open));
    }

    public int size() {
        return open.size();
    }

    /** Group of messages in flight that share one lane to stay in order. {@link #run} removes one of them. */
    public static final class Group implements Runnable {

        private final Integer bucket;
        private final int lane;
        private final ConcurrentMap<Integer, Group> open;
        private final AtomicInteger inFlight = new AtomicInteger(1);

        /**
         * Creates a group with a first message.
         *
         * @param lane index of the lane in its database
         * @param open groups in flight by bucket; the group leaves the map with its last message
         */
        Group(Integer bucket, int lane, ConcurrentMap<Integer, Group> open) {
            this.bucket = bucket;
            this.lane = lane;
            this.open = open;
        }

        /** Returns the index of the lane in its database. */
        public int lane() {
            return lane;
        }

        /** Adds a message; returns {@code false} if the group has ended, which is final. */
        boolean join() {
            return inFlight.getAndUpdate(count -> count == 0 ? 0 : count + 1) > 0;
        }

        /** Removes a message that is completed or refused; returns {@code true} if it was the last. */
        public boolean leave() {
            boolean wasLast = inFlight.decrementAndGet() == 0;
            if (wasLast) {
                open.remove(bucket, this);
            }
            return wasLast;
        }

        /** Removes a message: see {@link #leave}. */
        @Override
        public void run() {
            leave();
        }
    }
}
