package io.github.hivemqtdengine.pipeline;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says that messages are dropped because a queue is full, once per interval. May be used by any thread. */
final class OverflowLog {

    private static final Logger LOG = LoggerFactory.getLogger(OverflowLog.class);

    private final String databaseId;
    private final LongAdder dropped = new LongAdder();
    private final OncePerInterval interval = new OncePerInterval(Duration.ofSeconds(10));

    OverflowLog(String databaseId) {
        this.databaseId = databaseId;
    }

    void dropped(int messages) {
        dropped.add(messages);
        if (interval.isDue()) {
            LOG.warn("A queue of database {} is full: {} messages dropped so far", databaseId, dropped.sum());
        }
    }
}
