package io.github.hivemqtdengine.extension;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * The heap that packets take in the broker from the moment it has read them until the interceptors have seen them. The
 * broker queues them for each client without a limit and does not say how many there are, but it counts all that it
 * reads. May be used by any thread.
 */
final class InboundTraffic {

    /**
     * The heap that the broker and its queue of tasks need for one PUBLISH, besides the bytes that were read: 1,000 bytes
     * in a heap histogram of HiveMQ CE 2025.5 with half a million packets of 10 bytes of payload.
     */
    static final long HEAP_PER_PUBLISH = 1_024;

    /** Between two calls of {@link #mark}; what came in the meantime counts for both. */
    static final long MILLIS_BETWEEN_MARKS = 100;

    /** A minute. */
    private static final int MARKS = 600;

    /** The time over which the usual size of a packet is taken. */
    private static final long MILLIS_OF_USUAL_SIZE = 2_000;

    /** What the broker has read and no interceptor has seen may take this part of the heap before clients have to go. */
    private static final int HEAP_TO_UNSEEN_PACKETS = 8;

    private static final String BYTES_READ = "com.hivemq.networking.bytes.read.total";
    private static final String PUBLISHES_READ = "com.hivemq.messages.incoming.publish.count";

    private final LongSupplier bytesRead;
    private final LongSupplier publishesRead;
    private final LongSupplier clock;
    private final LongAdder seen = new LongAdder();
    /** By epoch milliseconds; the lock of what follows is this map. */
    private final NavigableMap<Long, Mark> marks = new TreeMap<>();

    /** The fewest that were not seen in the last minute: some never are, since others take them or refuse them. */
    private long neverSeen;

    /** The traffic at a time in the past. */
    private record Mark(long bytes, long publishes, long unseen) {}

    /**
     * Traffic as a source counts it.
     *
     * @param bytesRead how many bytes the broker has read so far
     * @param publishesRead how many PUBLISH packets these were
     * @param clock epoch milliseconds, the clock by which the broker stamps packets
     */
    InboundTraffic(LongSupplier bytesRead, LongSupplier publishesRead, LongSupplier clock) {
        this.bytesRead = bytesRead;
        this.publishesRead = publishesRead;
        this.clock = clock;
        mark();
    }

    /** The traffic of the broker whose metrics these are; none, if it does not have them. */
    static InboundTraffic of(MetricRegistry metrics) {
        return new InboundTraffic(
                () -> metrics.getMetrics().get(BYTES_READ) instanceof Gauge<?> gauge
                                && gauge.getValue() instanceof Number number
                        ? number.longValue()
                        : 0,
                () -> metrics.getMetrics().get(PUBLISHES_READ) instanceof Counter counter ? counter.getCount() : 0,
                System::currentTimeMillis);
    }

    /** The most heap that packets may take before the interceptors have seen them, bytes. */
    static long mostUnseen() {
        return Runtime.getRuntime().maxMemory() / HEAP_TO_UNSEEN_PACKETS;
    }

    /** An interceptor has seen a PUBLISH. */
    void saw() {
        seen.increment();
    }

    /** Remembers what was read so far; to be called again and again. */
    void mark() {
        long now = clock.getAsLong();
        var mark = new Mark(bytesRead.getAsLong(), publishesRead.getAsLong(), unseenOfAll());
        synchronized (marks) {
            marks.tailMap(now, true).clear(); // where the clock was set back, those times come again
            marks.put(now, mark);
            while (marks.size() > MARKS) {
                marks.pollFirstEntry();
            }
            neverSeen = marks.values().stream().mapToLong(Mark::unseen).min().orElse(0);
        }
    }

    private long unseenOfAll() {
        return publishesRead.getAsLong() - seen.sum();
    }

    /** The time since a packet was read, milliseconds. */
    long ageMillis(long readAtMillis) {
        return clock.getAsLong() - readAtMillis;
    }

    /** About how much heap the packets take that the interceptors have not seen, bytes. */
    long unseen() {
        synchronized (marks) {
            long packets = Math.max(0, unseenOfAll() - neverSeen);
            var before = from(clock.getAsLong() - MILLIS_OF_USUAL_SIZE);
            long publishes = publishesRead.getAsLong() - before.publishes();
            long bytesOfEach = publishes <= 0 ? 0 : (bytesRead.getAsLong() - before.bytes()) / publishes;
            return packets * (HEAP_PER_PUBLISH + bytesOfEach);
        }
    }

    /** About how much heap the packets take that were read since this one, and not seen yet, bytes. */
    long unseenSince(long readAtMillis) {
        synchronized (marks) {
            var before = from(readAtMillis);
            long bytes = bytesRead.getAsLong() - before.bytes();
            long publishes = publishesRead.getAsLong() - before.publishes();
            return Math.min(unseen(), bytes + publishes * HEAP_PER_PUBLISH);
        }
    }

    private Mark from(long millis) {
        var mark = marks.floorEntry(millis);
        return (mark != null ? mark : marks.firstEntry()).getValue();
    }
}
