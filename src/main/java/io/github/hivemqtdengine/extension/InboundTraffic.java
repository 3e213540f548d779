package io.github.hivemqtdengine.extension;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.Metric;
import com.codahale.metrics.MetricRegistry;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * The heap that packets take in the broker from the moment it has read them until the interceptors have seen them. The
 * broker queues them for each client without a limit and does not say how many there are, but it counts all that it
 * reads: what it has read since a moment is the most that can wait since then. May be used by any thread.
 */
final class InboundTraffic {

    /**
     * The heap that the broker and its queue of tasks need for one PUBLISH, besides the bytes that were read: 1,000 bytes
     * in a heap histogram of HiveMQ CE 2025.5 with half a million packets of 10 bytes of payload.
     */
    static final long HEAP_PER_PUBLISH = 1_024;

    /** What the broker has read and no interceptor has seen may take this part of the heap before clients have to go. */
    private static final int HEAP_TO_UNSEEN_PACKETS = 8;

    private static final String BYTES_READ = "com.hivemq.networking.bytes.read.total";
    private static final String PUBLISHES_READ = "com.hivemq.messages.incoming.publish.count";

    /** Between two marks; what came in the meantime counts for both. */
    private static final long MILLIS_BETWEEN_MARKS = 100;

    private static final int MARKS = 600;

    private final LongSupplier volume;
    private final LongSupplier clock;
    /** The volume at times in the past, by epoch milliseconds; the lock of both is this map. */
    private final NavigableMap<Long, Long> marks = new TreeMap<>();

    private volatile long markedAt;

    /**
     * Traffic as a source counts it.
     *
     * @param volume the heap for all that was read so far, bytes; never less than before
     * @param clock epoch milliseconds, the clock by which the broker stamps packets
     */
    InboundTraffic(LongSupplier volume, LongSupplier clock) {
        this.volume = volume;
        this.clock = clock;
        mark(clock.getAsLong());
    }

    /** The traffic of the broker whose metrics these are; none, if it does not have them. */
    static InboundTraffic of(MetricRegistry metrics) {
        return new InboundTraffic(() -> read(metrics.getMetrics()), System::currentTimeMillis);
    }

    /** The most heap that packets may take before the interceptors have seen them, bytes. */
    static long mostUnseen() {
        return Runtime.getRuntime().maxMemory() / HEAP_TO_UNSEEN_PACKETS;
    }

    private static long read(Map<String, Metric> metrics) {
        long bytes = metrics.get(BYTES_READ) instanceof Gauge<?> gauge && gauge.getValue() instanceof Number number
                ? number.longValue()
                : 0;
        long publishes = metrics.get(PUBLISHES_READ) instanceof Counter counter ? counter.getCount() : 0;
        return bytes + publishes * HEAP_PER_PUBLISH;
    }

    /** The heap for all that was read so far, bytes; only differences mean something. */
    long volume() {
        return volume.getAsLong();
    }

    /** The time since a packet was read, milliseconds; cheap enough to be asked for each packet. */
    long ageMillis(long readAtMillis) {
        long now = clock.getAsLong();
        if (Math.abs(now - markedAt) >= MILLIS_BETWEEN_MARKS) {
            mark(now);
        }
        return now - readAtMillis;
    }

    /** The heap for what was read since a packet at most, bytes; since a minute ago where that is later. */
    long since(long readAtMillis) {
        synchronized (marks) {
            var mark = marks.floorEntry(readAtMillis);
            return volume() - (mark != null ? mark : marks.firstEntry()).getValue();
        }
    }

    private void mark(long now) {
        synchronized (marks) {
            marks.tailMap(now, true).clear(); // where the clock was set back, those times come again
            marks.put(now, volume());
            markedAt = now;
            while (marks.size() > MARKS) {
                marks.pollFirstEntry();
            }
        }
    }
}
