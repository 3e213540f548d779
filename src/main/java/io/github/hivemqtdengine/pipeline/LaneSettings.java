package io.github.hivemqtdengine.pipeline;

import org.jspecify.annotations.Nullable;

/**
 * The lanes of each database, and what decides which one a message goes to.
 *
 * @param count lanes per database, 1 to 64
 * @param key what messages have in common that stay in order
 * @param groupSize how many messages in a row go to the same lane, 1 to 100,000; for {@link LaneKey#NONE} only
 * @param groupProperty the MQTT 5 user property whose value messages have in common that stay in order all the same, or
 *     {@code null}; for {@link LaneKey#NONE} only
 */
public record LaneSettings(
        int count, LaneKey key, int groupSize, @Nullable String groupProperty) {

    /**
     * Number of hash buckets that groups are in. Bounds the groups to about 7 MiB per database, and lets a thousand names
     * that are in flight rarely meet. A part of the spool's layout: messages that wait are laid out anew where it changes.
     */
    public static final int GROUP_BUCKETS = 1 << 16;

    public static final LaneSettings DEFAULT = new LaneSettings(4, LaneKey.TOPIC, 100, null);
}
