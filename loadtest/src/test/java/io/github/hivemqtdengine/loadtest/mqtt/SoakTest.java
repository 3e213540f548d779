// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.measure.Reconciliation;
import io.github.hivemqtdengine.loadtest.measure.SentLog;
import io.github.hivemqtdengine.loadtest.mqtt.link.Notes;
import java.lang.ref.Reference;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Memory of what is measured in runs of different length. */
class SoakTest {

    private static final int MESSAGES = 300_000;
    private static final int SECONDS = 2_000;
    private static final int TIMES = 10;
    /** Counts of seconds have 8 bytes each, and a list up to twice as much. */
    private static final long MOST_GROWTH = 1_000_000;

    /** Returns the bytes that the measurements of a run need. */
    private static long bytes(IntFunction<Object> run, int size) throws InterruptedException {
        long before = used();
        var measured = run.apply(size);
        try {
            return used() - before;
        } finally {
            Reference.reachabilityFence(measured);
        }
    }

    /** Waits until nothing more is freed: a thread may still write to a file. */
    private static long used() throws InterruptedException {
        var runtime = Runtime.getRuntime();
        long used = Long.MAX_VALUE;
        for (int unchanged = 0; unchanged < 3; ) {
            System.gc();
            Thread.sleep(50);
            long now = runtime.totalMemory() - runtime.freeMemory();
            unchanged = now < used - 10_000 ? 0 : unchanged + 1;
            used = Math.min(used, now);
        }
        return used;
    }

    private static void assertFlat(IntFunction<Object> run, int size) throws InterruptedException {
        bytes(run, size / TIMES); // classes are loaded
        long few = bytes(run, size);
        long many = bytes(run, TIMES * size);

        assertThat(many - few)
                .as("%,d bytes, and %,d with %d times as much", few, many, TIMES)
                .isLessThan(MOST_GROWTH);
    }

    private static SentLog sent(int messages) {
        var log = new SentLog(0);
        for (int message = 0; message < messages; message++) {
            log.acknowledged(log.sent(1_000L * message));
        }
        return log;
    }

    @Test
    void shouldNotGrowWithTheMessagesSent() throws Exception {
        assertFlat(SoakTest::sent, MESSAGES);
    }

    @Test
    void shouldNotGrowWithTheDeliveries() throws Exception {
        assertFlat(
                messages -> {
                    var check = new DeliveryCheck(1, messages);
                    for (int message = 0; message < messages; message++) {
                        check.came(0, message);
                    }
                    return check;
                },
                TIMES * MESSAGES);
    }

    @Test
    void shouldNotGrowWithTheRows() throws Exception {
        assertFlat(
                messages -> {
                    var rows = new Reconciliation(List.of(sent(messages)), 1, true);
                    for (int message = 0; message < messages; message++) {
                        rows.row(0, message, 0);
                    }
                    return rows;
                },
                MESSAGES);
    }

    @Test
    void shouldNotGrowWithTheSeconds() throws Exception {
        assertFlat(
                seconds -> {
                    var notes = new Notes(0);
                    for (int second = 0; second < seconds; second++) {
                        notes.sent(second * 1_000_000L);
                        notes.received(second * 1_000_000L);
                        notes.latency(0, second * 1_000_000L, 300 + second % 7);
                        notes.latency(0, second * 1_000_000L, 1_500 + second % 7);
                    }
                    return notes;
                },
                SECONDS);
    }
}
