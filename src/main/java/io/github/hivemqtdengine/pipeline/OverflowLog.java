package io.github.hivemqtdengine.pipeline;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says that messages are dropped because a queue is full, once per interval. May be used by any thread. */
final class OverflowLog {

    private static final Logger LOG = LoggerFactory.getLogger(OverflowLog.class);
    private static final long INTERVAL_NANOS = Duration.ofSeconds(10).toNanos();

    private final String databaseId;
    private final LongAdder dropped = new LongAdder();
    private final AtomicLong silentUntil = new AtomicLong(System.nanoTime());

    OverflowLog(String databaseId) {
        this.databaseId = databaseId;
    }

    void dropped() {
        dropped.increment();
        long now = System.nanoTime();
        long until = silentUntil.get();
        if (now - until >= 0 && silentUntil.compareAndSet(until, now + INTERVAL_NANOS)) {
            LOG.warn("A queue of database {} is full: {} messages dropped so far", databaseId, dropped.sum());
        }
    }
}
