package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.DropReason;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/** A message on its way along one route. Its fate is sealed by the thread that has taken it from its queue. */
final class QueuedMessage {

    private static final AtomicIntegerFieldUpdater<QueuedMessage> CLAIMED =
            AtomicIntegerFieldUpdater.newUpdater(QueuedMessage.class, "claimed");

    private final RouteAccount account;
    private final InboundMessage message;
    private final @Nullable MessageGroup group;
    private final @Nullable Receipt receipt;
    /** Its number in the lane's log, 0 where it is in none. */
    private long number;

    /** Whether the place that it comes from keeps it until it is in the lane's log. */
    private boolean keptElsewhere;
    /** Whether a lane could not take it because of its disk; for the thread that offers it. */
    private boolean missedDisk;

    /** Not 0 once a thread has the message that takes it from the memory, or gives it away. */
    private volatile int claimed;

    private boolean settled;
    /** Whether it is a dead letter that is not known to be on the disk. */
    private boolean unsynced;

    QueuedMessage(RouteAccount account, InboundMessage message) {
        this(account, message, null);
    }

    /**
     * A message of no group.
     *
     * @param account where its fate is written down
     * @param receipt what its acknowledgement waits for, or {@code null}
     */
    QueuedMessage(RouteAccount account, InboundMessage message, @Nullable Receipt receipt) {
        this(account, message, null, receipt, 0);
    }

    /**
     * A message.
     *
     * @param group the group that it stays in order with, or {@code null}
     * @param number its number in the lane's log, 0 where it is in none
     */
    QueuedMessage(
            RouteAccount account,
            InboundMessage message,
            @Nullable MessageGroup group,
            @Nullable Receipt receipt,
            long number) {
        this.account = account;
        this.message = message;
        this.group = group;
        this.receipt = receipt;
        this.number = number;
    }

    /** The same message as one of a group. */
    QueuedMessage in(MessageGroup itsGroup) {
        var same = new QueuedMessage(account, message, itsGroup, receipt, number);
        same.keptElsewhere = keptElsewhere;
        return same;
    }

    /** The place that it comes from keeps it until it is in the lane's log; before it is offered to a lane. */
    QueuedMessage keptElsewhere() {
        keptElsewhere = true;
        return this;
    }

    /** Returns whether the place that it comes from keeps it until it is in the lane's log. */
    boolean isKeptElsewhere() {
        return keptElsewhere;
    }

    /** A lane could not take it because of its disk. */
    void missDisk() {
        missedDisk = true;
    }

    /** Returns whether a lane could not take it because of its disk. */
    boolean hasMissedDisk() {
        return missedDisk;
    }

    /** Lets one thread have the message, of those that come upon it in a queue in memory: {@code true} for the first. */
    boolean claim() {
        return CLAIMED.compareAndSet(this, 0, 1);
    }

    /** Returns whether a thread has the message. */
    boolean isClaimed() {
        return claimed != 0;
    }

    /** It was appended to the lane's log; before it is in the lane's queue. */
    void logged(long newNumber) {
        number = newNumber;
    }

    /** Its number in the lane's log, 0 where it is in none. */
    long number() {
        return number;
    }

    /** Where its fate is written down. */
    RouteAccount account() {
        return account;
    }

    InboundMessage message() {
        return message;
    }

    String routeId() {
        return account.routeId();
    }

    /** What its acknowledgement waits for, or {@code null}. */
    @Nullable
    Receipt receipt() {
        return receipt;
    }

    /** Its fate is sealed; to be called once. */
    void settle() {
        settled = true;
        if (group != null) {
            group.leave();
        }
        if (receipt != null && arrivesWhenSettled(receipt)) {
            receipt.arrived();
        }
    }

    /** Its fate is sealed as a dead letter, which is yet to be brought to the disk; to be called once. */
    void settleUnsynced() {
        unsynced = true;
        settled = true;
        if (group != null) {
            group.leave();
        }
    }

    /** It is lost though the configuration does not say so, and must not be acknowledged; to be called once. */
    void settleLost() {
        settleUnsynced();
        synced(false);
    }

    /** Returns whether it is a dead letter that is not known to be on the disk. */
    boolean isUnsynced() {
        return unsynced;
    }

    /** Its dead letter is on the disk, or nobody knows. */
    void synced(boolean isOnDisk) {
        unsynced = false;
        if (receipt != null && arrivesWhenSettled(receipt)) {
            if (isOnDisk) {
                receipt.arrived();
            } else {
                receipt.refuse();
            }
        }
    }

    /** What went through memory only is on no disk before it is settled. */
    private boolean arrivesWhenSettled(Receipt itsReceipt) {
        return itsReceipt.stage() == Receipt.Stage.SETTLED
                || (itsReceipt.stage() == Receipt.Stage.ON_DISK && number == 0);
    }

    /** It got into the queue of its lane. */
    void takenIn() {
        if (receipt != null && receipt.stage() == Receipt.Stage.TAKEN_IN) {
            receipt.arrived();
        }
    }

    /** It is dropped before it got in, and may be acknowledged all the same. */
    void drop(DropReason reason) {
        account.drop(reason);
        if (receipt != null) {
            receipt.arrived();
        }
    }

    /** It is dropped before it got in, and must not be acknowledged. */
    void refuse(DropReason reason) {
        account.drop(reason);
        if (group != null) {
            group.leave();
        }
        if (receipt != null) {
            receipt.refuse();
        }
    }

    boolean isSettled() {
        return settled;
    }
}
