package io.github.hivemqtdengine.loadtest.measure;

import java.util.List;

/**
 * Messages per second as mqttloader counts them: by whole seconds since the start of the run, from the first second in
 * which something happened to the last. A run of 1.01 seconds has two such seconds, which halves its average.
 *
 * @param perSecond the number of messages of each second
 */
public record Throughput(List<Long> perSecond) {

    public Throughput {
        perSecond = List.copyOf(perSecond);
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
