// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.status.silence;

import io.github.hivemqtdengine.config.Silence;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Values of a topic level in the messages of one route, and when each was last seen. Thread-safe. */
final class KeysOfRoute {

    /** Room for about 9,000 short keys. */
    static final int MAX_BYTES = 1 << 20;

    /** Longer values of the level are not watched, UTF-16 units. */
    static final int MAX_KEY = 200;

    /** Time that a silent key of an earlier process has to publish, since its client has to connect again. */
    static final Duration GRACE = Duration.ofMinutes(2);

    /** Time after which a silent key is forgotten, unless the silence is longer than a tenth of it. */
    static final Duration MEMORY = Duration.ofDays(7);

    private final Silence silence;
    private final List<TopicFilter> filters;
    private final boolean haveOneIndex;
    private final Map<String, Seen> keys = new ConcurrentHashMap<>();
    private final AtomicInteger room = new AtomicInteger(MAX_BYTES);
    private volatile boolean isFull;

    /** Last message of a key. */
    private static final class Seen {

        private volatile long nanos;
        /** Time of the message, if it is of an earlier process. */
        private final @Nullable Instant before;

        Seen(long nanos, @Nullable Instant before) {
            this.nanos = nanos;
            this.before = before;
        }
    }

    /** Key and the time of its last message. */
    record SeenKey(String key, Instant last) {}

    /** @param filters the filters of the route, each of which has the level */
    KeysOfRoute(Silence silence, List<TopicFilter> filters) {
        this.silence = silence;
        this.filters = List.copyOf(filters);
        this.haveOneIndex = filters.stream().map(this::index).distinct().count() == 1;
    }

    private int index(TopicFilter filter) {
        return Objects.requireNonNull(filter.names().get(silence.key()));
    }

    Silence silence() {
        return silence;
    }

    /** Notes a message at a time of {@link System#nanoTime}. */
    void note(String topic, long nanos) {
        var key = key(topic);
        if (key == null || key.length() > MAX_KEY) {
            return;
        }
        var seen = keys.get(key);
        if (seen == null || seen.before != null) {
            put(key, new Seen(nanos, null));
        } else {
            seen.nanos = nanos;
        }
    }

    /** Adds the keys that the route had before a change. */
    void adopt(KeysOfRoute before) {
        before.keys.forEach(this::put);
    }

    /** Adds a key of an earlier process, whose silence goes on. */
    void restore(SeenKey key, long nanos, Instant now) {
        var atMost = silence.after().minus(GRACE);
        var elapsed = Duration.between(key.last, now);
        var counted = elapsed.compareTo(atMost) < 0 ? elapsed : atMost;
        put(key.key, new Seen(nanos - Math.max(0, counted.toNanos()), key.last));
    }

    private void put(String key, Seen seen) {
        if (keys.replace(key, seen) != null) {
            return;
        }
        if (room.get() < bytes(key)) {
            isFull = true;
        } else if (keys.putIfAbsent(key, seen) == null) {
            room.addAndGet(-bytes(key));
        }
    }

    private static int bytes(String key) {
        return 2 * key.length() + 100;
    }

    private @Nullable String key(String topic) {
        for (var filter : filters) {
            if (haveOneIndex || filter.matches(topic)) {
                return level(topic, index(filter));
            }
        }
        return null;
    }

    private static @Nullable String level(String topic, int index) {
        int from = 0;
        for (int i = 0; i < index; i++) {
            from = TopicFilter.endOfLevel(topic, from) + 1;
        }
        return from > topic.length() ? null : topic.substring(from, TopicFilter.endOfLevel(topic, from));
    }

    /** Returns whether a key was not noted for lack of room. */
    boolean isFull() {
        return isFull;
    }

    /**
     * Returns the keys without a message for too long, the longest first, and forgets those that are for very long.
     *
     * @param nanos the time now by {@link System#nanoTime}, and {@code now} by the calendar
     */
    List<SeenKey> silent(long nanos, Instant now) {
        long forgotten =
                Math.max(MEMORY.toNanos(), silence.after().multipliedBy(10).toMillis() * 1_000_000);
        keys.entrySet().removeIf(key -> {
            boolean isGone = nanos - key.getValue().nanos >= forgotten;
            room.addAndGet(isGone ? bytes(key.getKey()) : 0);
            return isGone;
        });
        return keys.entrySet().stream()
                .filter(key -> nanos - key.getValue().nanos >= silence.after().toNanos())
                .map(key -> key(key, nanos, now))
                .sorted(Comparator.comparing(SeenKey::last).thenComparing(SeenKey::key))
                .toList();
    }

    /** Returns all keys. */
    List<SeenKey> all(long nanos, Instant now) {
        return keys.entrySet().stream().map(key -> key(key, nanos, now)).toList();
    }

    private static SeenKey key(Map.Entry<String, Seen> key, long nanos, Instant now) {
        var before = key.getValue().before;
        return new SeenKey(key.getKey(), before == null ? now.minusNanos(nanos - key.getValue().nanos) : before);
    }
}
