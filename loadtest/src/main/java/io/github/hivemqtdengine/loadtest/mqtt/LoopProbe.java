// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import io.github.hivemqtdengine.loadtest.measure.LoadCounts;
import io.github.hivemqtdengine.loadtest.mqtt.link.Loop;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Counts of the clients of several loops. Each loop's thread copies its own counts, so that recording needs neither
 * locks nor barriers. Confined to one thread.
 */
final class LoopProbe implements LoadProbe {

    private static final long MOST_MILLIS = 500;

    private final List<Loop> loops;
    private final Map<Loop, LoadCounts> last = new HashMap<>();

    /** @param loops all loops; the last ones may have threads that sleep: their counts may be older */
    LoopProbe(List<Loop> loops) {
        this.loops = List.copyOf(loops);
    }

    @Override
    public LoadCounts counts() throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MOST_MILLIS);
        var all = LoadCounts.none();
        for (var loop : loops) {
            all = all.plus(counts(loop, deadline));
        }
        return all;
    }

    private LoadCounts counts(Loop loop, long deadline) throws InterruptedException {
        try {
            var counts = loop.counts().get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            last.merge(loop, counts, LoopProbe::later);
        } catch (RejectedExecutionException | ExecutionException | TimeoutException e) {
            // the loop has ended, or its thread sleeps
        }
        return last.getOrDefault(loop, LoadCounts.none());
    }

    /** A loop that has ended has no counts any more. */
    private static LoadCounts later(LoadCounts former, LoadCounts latter) {
        return latter.sent() + latter.received() < former.sent() + former.received() ? former : latter;
    }
}
