package io.github.hivemqtdengine.pipeline;

import org.jspecify.annotations.Nullable;

/** Takes messages in again that come from the log of a lane. May be used by any thread. */
final class Readmission {

    private final Accounts accounts;
    private final OpenGroups groups;

    Readmission(Accounts accounts, OpenGroups groups) {
        this.accounts = accounts;
        this.groups = groups;
    }

    /** An earlier process has left a message in this lane; it counts as received now. */
    void found(LoggedMessage logged, Lane lane) {
        accounts.of(logged.routeId()).receive();
        groups.nameOf(logged.message()).ifPresent(name -> groups.join(name, () -> lane));
    }

    /** A message that waited on disk only goes on. */
    QueuedMessage goesOn(LoggedMessage logged, @Nullable Receipt receipt) {
        var account = accounts.of(logged.routeId());
        return new QueuedMessage(account, logged.message(), groups.of(logged.message()), receipt, logged.number());
    }
}
