package io.github.hivemqtdengine.pipeline;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says once when a database stops taking rows, and once when it takes them again. Shared by its lanes. */
final class DatabaseHealth {

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseHealth.class);

    private final String databaseId;
    private volatile @Nullable FailureKind failing;
    private long failedAtNanos;

    DatabaseHealth(String databaseId) {
        this.databaseId = databaseId;
    }

    /** A write failed and waits to be tried again. */
    synchronized void failed(WriteException failure) {
        boolean worse = failing != FailureKind.FATAL && failure.kind() == FailureKind.FATAL;
        if (failing != null && !worse) {
            return;
        }
        if (failing == null) {
            failedAtNanos = System.nanoTime();
        }
        failing = failure.kind();
        if (failure.kind() == FailureKind.FATAL) {
            LOG.error("Database {} needs an operator, messages wait: {}", databaseId, failure.sentence());
        } else {
            LOG.warn("Database {} takes no rows now, messages wait: {}", databaseId, failure.sentence());
        }
    }

    /** A write succeeded. */
    void succeeded() {
        if (failing != null) {
            recover();
        }
    }

    private synchronized void recover() {
        if (failing != null) {
            failing = null;
            var outage = Duration.ofNanos(System.nanoTime() - failedAtNanos);
            LOG.info("Database {} takes rows again after {} s", databaseId, outage.toSeconds());
        }
    }
}
