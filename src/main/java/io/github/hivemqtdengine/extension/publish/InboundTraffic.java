// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.publish;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Heap use of packets that the broker has read and the interceptors have not seen. The broker queues them per client
 * without a limit. It has no metric of the queue, but counts everything that it reads. Thread-safe.
 */
public final class InboundTraffic {

    /**
     * Heap that the broker and its task queue need for one PUBLISH, besides the bytes read. Measured: 1,000 bytes in a
     * heap histogram of HiveMQ CE 2025.5 with half a million packets of 10 bytes of payload.
     */
    static final long HEAP_PER_PUBLISH = 1_024;

    /** Interval between two calls of {@link #mark}; traffic within it counts for both. */
    public static final long MILLIS_BETWEEN_MARKS = 100;

    /** Marks of one minute. */
    private static final int MARKS = 600;

    /** Time over which the average size of a packet is taken. */
    private static final long MILLIS_OF_USUAL_SIZE = 2_000;

    /** Largest share of the heap for unseen packets, one eighth; beyond it clients are disconnected. */
    private static final int HEAP_TO_UNSEEN_PACKETS = 8;

    private static final String BYTES_READ = "com.hivemq.networking.bytes.read.total";
    private static final String PUBLISHES_READ = "com.hivemq.messages.incoming.publish.count";

    private final LongSupplier bytesRead;
    private final LongSupplier publishesRead;
    private final LongSupplier clock;
    private final LongAdder seen = new LongAdder();
    /** By epoch milliseconds; the lock of the fields below. */
    private final NavigableMap<Long, Mark> marks = new TreeMap<>();

    /**
     * Marks that have no more unseen packets than any later mark; the first has the fewest of the last minute. That
     * many packets are never seen, since other extensions or the broker reject them.
     */
    private final Deque<Mark> fewest = new ArrayDeque<>();

    /** Counters at an earlier time. */
    private record Mark(long bytes, long publishes, long unseen) {}

    /**
     * @param bytesRead the number of bytes that the broker has read
     * @param publishesRead the number of PUBLISH packets among them
     * @param clock the clock by which the broker stamps packets, epoch milliseconds
     */
    InboundTraffic(LongSupplier bytesRead, LongSupplier publishesRead, LongSupplier clock) {
        this.bytesRead = bytesRead;
        this.publishesRead = publishesRead;
        this.clock = clock;
        mark();
    }

    /** Returns the traffic according to the broker's metrics; 0 if the metrics are missing. */
    public static InboundTraffic of(MetricRegistry metrics) {
        return new InboundTraffic(
                () -> metrics.getMetrics().get(BYTES_READ) instanceof Gauge<?> gauge
                                && gauge.getValue() instanceof Number number
                        ? number.longValue()
                        : 0,
                () -> metrics.getMetrics().get(PUBLISHES_READ) instanceof Counter counter ? counter.getCount() : 0,
                System::currentTimeMillis);
    }

    /** Returns the most heap that unseen packets may use, bytes. */
    public static long maxUnseen() {
        return Runtime.getRuntime().maxMemory() / HEAP_TO_UNSEEN_PACKETS;
    }

    /** Counts a PUBLISH that an interceptor has seen. */
    void countSeen() {
        seen.increment();
    }

    /** Records the current counters; called periodically. */
    public void mark() {
        long now = clock.getAsLong();
        var mark = new Mark(bytesRead.getAsLong(), publishesRead.getAsLong(), unseenOfAll());
        synchronized (marks) {
            var later = marks.tailMap(now, true);
            if (!later.isEmpty()) { // the clock was set back; those times come again
                later.clear();
                fewest.clear();
                marks.values().forEach(this::addToFewest);
            }
            marks.put(now, mark);
            addToFewest(mark);
            if (marks.size() > MARKS && marks.pollFirstEntry().getValue().equals(fewest.peekFirst())) {
                fewest.removeFirst();
            }
        }
    }

    private void addToFewest(Mark mark) {
        while (!fewest.isEmpty() && fewest.getLast().unseen() > mark.unseen()) {
            fewest.removeLast();
        }
        fewest.addLast(mark);
    }

    private long unseenOfAll() {
        return publishesRead.getAsLong() - seen.sum();
    }

    /** Returns the time since a packet was read, milliseconds. */
    long ageMillis(long readAtMillis) {
        return clock.getAsLong() - readAtMillis;
    }

    /** Returns the approximate heap use of all unseen packets, bytes. */
    public long unseen() {
        synchronized (marks) {
            long packets = Math.max(0, unseenOfAll() - fewest.getFirst().unseen());
            var before = from(clock.getAsLong() - MILLIS_OF_USUAL_SIZE);
            long publishes = publishesRead.getAsLong() - before.publishes();
            long bytesOfEach = publishes <= 0 ? 0 : (bytesRead.getAsLong() - before.bytes()) / publishes;
            return packets * (HEAP_PER_PUBLISH + bytesOfEach);
        }
    }

    /** Returns the approximate heap use of the unseen packets that were read since this time, bytes. */
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
