package io.github.hivemqtdengine.loadtest.measure;

import java.util.List;
import java.util.stream.LongStream;

/**
 * Messages per second as mqttloader counts them: by whole seconds since the start of the run, from the first second in
 * which something happened to the last. A run of 1.01 seconds has two such seconds, which halves its average.
 *
 * @param perSecond the number of messages of each second
 */
public record Throughput(List<Long> perSecond) {

    private static final long MICROS_PER_SECOND = 1_000_000;

    public Throughput {
        perSecond = List.copyOf(perSecond);
    }

    /**
     * Counts.
     *
     * @param startMicros the start of the run
     * @param times when each message was sent or came, none before the start
     */
    public static Throughput of(long startMicros, Samples times) {
        if (times.isEmpty()) {
            return new Throughput(List.of());
        }
        int first = second(startMicros, times.stream().min().orElseThrow());
        int last = second(startMicros, times.stream().max().orElseThrow());
        var buckets = new long[last - first + 1];
        times.stream().forEach(time -> buckets[second(startMicros, time) - first]++);
        return new Throughput(LongStream.of(buckets).boxed().toList());
    }

    private static int second(long startMicros, long time) {
        return Math.toIntExact((time - startMicros) / MICROS_PER_SECOND);
    }

    /** The largest bucket. */
    public long maximum() {
        return perSecond.stream().mapToLong(Long::longValue).max().orElse(0);
    }

    /** The total by the number of buckets. */
    public double average() {
        return perSecond.isEmpty() ? 0 : (double) total() / perSecond.size();
    }

    public long total() {
        return perSecond.stream().mapToLong(Long::longValue).sum();
    }
}
