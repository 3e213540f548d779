// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import java.util.List;

/**
 * Messages per second as mqttloader counts them: whole seconds since the start, from the first one with an event to the
 * last. A run of 1.01 seconds has two such seconds, which halves its average.
 *
 * @param perSecond number of messages of each second
 */
public record Throughput(List<Long> perSecond) {

    public Throughput {
        perSecond = List.copyOf(perSecond);
    }

    /** Returns the count of the busiest second. */
    public long maximum() {
        return perSecond.stream().mapToLong(Long::longValue).max().orElse(0);
    }

    /** Returns the total divided by the number of seconds. */
    public double average() {
        return perSecond.isEmpty() ? 0 : (double) total() / perSecond.size();
    }

    public long total() {
        return perSecond.stream().mapToLong(Long::longValue).sum();
    }
}
