package io.github.hivemqtdengine.pipeline.queue;

import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.pipeline.account.Accounts;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Spool recovery: returns logged messages to delivery, or counts them as dropped. May be used by any thread. */
public final class SpoolRecovery {

    private final Accounts accounts;
    private final OpenGroups groups;
    private final OverflowLog overflowLog;

    public SpoolRecovery(Accounts accounts, OpenGroups groups, OverflowLog overflowLog) {
        this.accounts = accounts;
        this.groups = groups;
        this.overflowLog = overflowLog;
    }

    /** Counts a message of an earlier process in a lane as received, and joins its group. */
    void countRecovered(LoggedMessage logged, int lane) {
        accounts.of(logged.routeId()).receive();
        groups.bucketOf(logged.message()).ifPresent(bucket -> groups.join(bucket, () -> lane));
    }

    /** Counts logged messages dropped to make room. They have no group: groups exclude {@code drop-oldest}. */
    void countDropped(DroppedMessages messages) {
        messages.countByRoute().forEach((routeId, count) -> accounts.of(routeId).drop(DropReason.OVERFLOW, count));
        overflowLog.countDropped(messages.count());
    }

    /** Counts logged messages that were damaged on disk, by route; their groups are unknown. */
    void countDamaged(Map<String, Integer> countByRoute) {
        countByRoute.forEach((routeId, count) -> accounts.of(routeId).drop(DropReason.DAMAGED, count));
    }

    /** Returns a logged message as a queued one. */
    QueuedMessage toQueued(LoggedMessage logged, @Nullable PendingAck pendingAck) {
        var account = accounts.of(logged.routeId());
        return new QueuedMessage(account, logged.message(), groups.of(logged.message()), pendingAck, logged.number());
    }
}
