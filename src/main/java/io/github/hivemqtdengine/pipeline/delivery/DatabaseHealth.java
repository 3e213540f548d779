// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Health of a database, shared by its lanes. Logs one line when the database stops taking rows, another when the reason
 * changes, and one when all lanes can write again. Batches that other lanes store in between cause no further lines.
 */
public final class DatabaseHealth {

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseHealth.class);

    /** A pool's time-out, for example, which differs each time. */
    private static final Pattern MILLISECONDS = Pattern.compile("\\d+ ?ms");

    private static final long NEWS_INTERVAL_NANOS = Duration.ofMinutes(1).toNanos();

    private final String databaseId;
    private final LongSupplier nanos;
    private final Set<Object> waiting = ConcurrentHashMap.newKeySet();
    private final AtomicLong writes = new AtomicLong();
    private volatile @Nullable FailureKind failing;
    /** Time at which the first lane began to wait; the first failure is not reported, since most are brief. */
    private volatile long waitingSinceNanos;

    private long failedAtNanos;
    private long reportedAtNanos;
    private String reportedReason = "";

    public DatabaseHealth(String databaseId) {
        this(databaseId, System::nanoTime);
    }

    /** @param nanos a clock like {@link System#nanoTime} */
    public DatabaseHealth(String databaseId, LongSupplier nanos) {
        this.databaseId = databaseId;
        this.nanos = nanos;
    }

    /** Logs a failed write that waits for a retry, if it is news. */
    public synchronized void recordFailure(WriteException failure) {
        boolean worse = failing != FailureKind.FATAL && failure.kind() == FailureKind.FATAL;
        if (failing != null && !worse && !isNews(failure)) {
            return;
        }
        long now = nanos.getAsLong();
        if (failing == null) {
            failedAtNanos = waiting.isEmpty() ? now : waitingSinceNanos;
        }
        failing = failing == FailureKind.FATAL ? FailureKind.FATAL : failure.kind();
        reportedAtNanos = now;
        reportedReason = failure.sentence();
        if (failure.kind() == FailureKind.FATAL) {
            LOG.error("Database \"{}\" needs an operator; messages wait: {}", databaseId, failure.sentence());
        } else {
            LOG.warn("Database \"{}\" accepts no rows; messages wait: {}", databaseId, failure.sentence());
        }
    }

    /** Returns whether the reason of an outage has changed, at most once a minute. */
    private boolean isNews(WriteException failure) {
        return nanos.getAsLong() - reportedAtNanos >= NEWS_INTERVAL_NANOS
                && !withoutTimes(failure.sentence()).equals(withoutTimes(reportedReason));
    }

    private static String withoutTimes(String reason) {
        return MILLISECONDS.matcher(reason).replaceAll("");
    }

    /** Registers a lane, identified by any object of its own, that waits with a failed batch. */
    public void beginWait(Object lane) {
        if (waiting.isEmpty()) {
            waitingSinceNanos = nanos.getAsLong();
        }
        waiting.add(lane);
    }

    /** Removes a lane that no longer waits, with any outcome of its batch. */
    void endWait(Object lane) {
        waiting.remove(lane);
    }

    /** Returns how many writes succeeded so far. */
    long writes() {
        return writes.get();
    }

    /** Returns whether another lane waits with a failed batch. */
    boolean hasOtherWaiting(Object lane) {
        return waiting.stream().anyMatch(other -> other != lane);
    }

    /** Records a successful write of a lane. */
    public void recordSuccess(Object lane) {
        writes.incrementAndGet();
        endWait(lane);
        recordConnected();
    }

    /** Records that the database can be reached, which ends an outage in which no lane waits with a failed batch. */
    void recordConnected() {
        if (failing != null && waiting.isEmpty()) {
            recover();
        }
    }

    /** Returns whether the database takes rows, as far as is known. */
    public boolean isUp() {
        return failing == null;
    }

    /** Returns whether the database takes no rows until an operator corrects credentials, privileges or the licence. */
    public boolean needsOperator() {
        return failing == FailureKind.FATAL;
    }

    /** Returns how many lanes wait with a failed batch. */
    public int waitingLanes() {
        return waiting.size();
    }

    private synchronized void recover() {
        if (failing != null) {
            failing = null;
            var outage = Duration.ofNanos(nanos.getAsLong() - failedAtNanos);
            LOG.info("Database \"{}\" accepts rows again after {} s", databaseId, outage.toSeconds());
        }
    }
}
