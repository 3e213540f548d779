package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.metrics.PipelineMetrics;

/** What the lanes of one database do after a write, failed or not. May be used by its lanes at the same time. */
final class Recovery {

    private final String databaseId;
    private final RetryPolicy policy;
    private final DatabaseHealth health;
    private final StopSignal stop;
    private final PipelineMetrics metrics;

    Recovery(String databaseId, RetryPolicy policy, StopSignal stop, PipelineMetrics metrics) {
        this.databaseId = databaseId;
        this.policy = policy;
        this.health = new DatabaseHealth(databaseId);
        this.stop = stop;
        this.metrics = metrics;
    }

    void succeeded() {
        health.succeeded();
    }

    /** The database can't be reached, and nothing waits for it yet. */
    void unreachable(WriteException failure) {
        health.failed(failure);
    }

    /**
     * Decides what a failed write is followed by, and waits where it is worth waiting.
     *
     * @param failures how many writes of the same batch have failed, this one included
     * @param doubts how many of them leave open whether the batch is guilty, those of larger batches it was in included
     * @param blamesDatabase whether the operator should look at the database
     */
    RetryPolicy.Action afterFailure(WriteException failure, int failures, int doubts, boolean blamesDatabase) {
        var action = policy.next(failure.kind(), doubts);
        if (action != RetryPolicy.Action.RETRY) {
            return action;
        }
        if (blamesDatabase && (failures > 1 || failure.kind() == FailureKind.FATAL)) {
            health.failed(failure); // what passes at once, as when two lanes create one table, is no outage
        }
        return pause(failure, failures);
    }

    /** Waits out a failure to connect, whatever its kind: no message is guilty of it. */
    RetryPolicy.Action afterFailedConnect(WriteException failure, int failures) {
        health.failed(failure);
        return pause(failure, failures);
    }

    /** Whether the time to drain is over. */
    boolean isOver() {
        return stop.isOver();
    }

    private RetryPolicy.Action pause(WriteException failure, int failures) {
        metrics.writeRetried(databaseId);
        stop.pause(policy.pause(failure.kind(), failures));
        return stop.isOver() ? RetryPolicy.Action.GIVE_UP : RetryPolicy.Action.RETRY;
    }
}
