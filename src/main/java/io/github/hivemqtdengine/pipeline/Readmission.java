package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.metrics.DropReason;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Takes messages in again that come from the log of a lane, or strikes them off. May be used by any thread. */
final class Readmission {

    private final Accounts accounts;
    private final OpenGroups groups;
    private final OverflowLog overflowLog;

    Readmission(Accounts accounts, OpenGroups groups, OverflowLog overflowLog) {
        this.accounts = accounts;
        this.groups = groups;
        this.overflowLog = overflowLog;
    }

    /** An earlier process has left a message in this lane; it counts as received now. */
    void found(LoggedMessage logged, Lane lane) {
        accounts.of(logged.routeId()).receive();
        groups.bucketOf(logged.message()).ifPresent(bucket -> groups.join(bucket, () -> lane));
    }

    /** Messages that waited on disk only made room for others; they are of no group, or nobody would know of which. */
    void dropped(DroppedMessages messages) {
        messages.countByRoute().forEach((routeId, count) -> accounts.of(routeId).drop(DropReason.OVERFLOW, count));
        overflowLog.dropped(messages.count());
    }

    /** So many messages of these routes were damaged while they waited on disk; nobody knows of which group they were. */
    void damaged(Map<String, Integer> countByRoute) {
        countByRoute.forEach((routeId, count) -> accounts.of(routeId).drop(DropReason.DAMAGED, count));
    }

    /** A message that waited on disk only goes on. */
    QueuedMessage goesOn(LoggedMessage logged, @Nullable Receipt receipt) {
        var account = accounts.of(logged.routeId());
        return new QueuedMessage(account, logged.message(), groups.of(logged.message()), receipt, logged.number());
    }
}
