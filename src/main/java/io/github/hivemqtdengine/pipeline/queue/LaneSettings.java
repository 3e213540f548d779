// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.queue;

import org.jspecify.annotations.Nullable;

/**
 * Number of lanes per database, and the choice of a message's lane.
 *
 * @param count lanes per database, 1 to 64
 * @param key common property of messages that stay in order
 * @param groupSize number of consecutive messages for the same lane, 1 to 100,000; for {@link LaneKey#NONE} only
 * @param groupProperty MQTT 5 user property whose value messages share that stay in order nevertheless, or
 *     {@code null}; for {@link LaneKey#NONE} only
 */
public record LaneSettings(
        int count, LaneKey key, int groupSize, @Nullable String groupProperty) {

    /**
     * Number of hash buckets for message groups. It bounds the groups to about 7 MiB per database, and a thousand names
     * in flight rarely collide. Part of the spool's layout: if it changes, spooled messages are reassigned to lanes.
     */
    public static final int GROUP_BUCKETS = 1 << 16;

    public static final LaneSettings DEFAULT = new LaneSettings(4, LaneKey.TOPIC, 100, null);

    /** Property of a message that decides its lane. */
    public enum LaneKey {
        /** Messages of one topic go to the same lane and stay in order. */
        TOPIC,
        /** Messages of one client go to the same lane and stay in order. */
        CLIENT_ID,
        /** Messages go where they are stored soonest, without an order. */
        NONE
    }
}
