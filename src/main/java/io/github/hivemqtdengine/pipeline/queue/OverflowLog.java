// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.queue;

import io.github.hivemqtdengine.time.OncePerInterval;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Log of messages without room: one line per reason and interval. May be used by any thread. */
public final class OverflowLog {

    private static final Logger LOG = LoggerFactory.getLogger(OverflowLog.class);

    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final String databaseId;
    private final LongAdder dropped = new LongAdder();
    private final LongAdder missedDisk = new LongAdder();
    private final OncePerInterval interval = new OncePerInterval(INTERVAL);
    private final OncePerInterval diskInterval = new OncePerInterval(INTERVAL);

    public OverflowLog(String databaseId) {
        this.databaseId = databaseId;
    }

    public void countDropped(int messages) {
        dropped.add(messages);
        if (interval.tryAcquire()) {
            LOG.warn("Queue of database \"{}\" is full; {} messages dropped so far", databaseId, dropped.sum());
        }
    }

    /** Counts a message that is not accepted: the spool's disk is short or fails, and the memory is full. */
    public void countMissedDisk() {
        missedDisk.increment();
        if (diskInterval.tryAcquire()) {
            LOG.warn(
                    "Spool of database \"{}\" accepts no messages: less disk space is free than"
                            + " min-free-bytes, or the disk fails; the memory queue is full, {} messages rejected so"
                            + " far; free space on the disk",
                    databaseId,
                    missedDisk.sum());
        }
    }
}
