// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.account;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.DropReason;
import org.jspecify.annotations.Nullable;

/** Message queued for one route. The thread that takes it from the queue completes it. */
public final class QueuedMessage {

    private final RouteAccount account;
    private final InboundMessage message;
    /** Runs once the message is completed or refused, if it is in a group. */
    private final @Nullable Runnable leaveGroup;

    private final @Nullable PendingAck pendingAck;
    /** Heap bytes, computed once for queue and batch. */
    private final int weight;
    /** Number in the lane's log, 0 if it is in none. */
    private long number;

    /** Set if its source keeps the message until it is in the lane's log. */
    private boolean keptElsewhere;
    /** Set if a lane could not take the message because of the disk; for the thread that appends. */
    private boolean missedDisk;

    private boolean completed;
    /** Set while it is a dead letter that may not be on the disk. */
    private boolean unsynced;

    public QueuedMessage(RouteAccount account, InboundMessage message) {
        this(account, message, null);
    }

    /**
     * Creates a message that is in no log.
     *
     * @param account records the outcome
     * @param pendingAck pending acknowledgement, or {@code null}
     */
    public QueuedMessage(RouteAccount account, InboundMessage message, @Nullable PendingAck pendingAck) {
        this(account, message, null, pendingAck, 0);
    }

    /**
     * Creates a message.
     *
     * @param leaveGroup runs once the message is completed or refused, {@code null} if it is in no group
     * @param number number in the lane's log, 0 if it is in none
     */
    public QueuedMessage(
            RouteAccount account,
            InboundMessage message,
            @Nullable Runnable leaveGroup,
            @Nullable PendingAck pendingAck,
            long number) {
        this.account = account;
        this.message = message;
        this.leaveGroup = leaveGroup;
        this.pendingAck = pendingAck;
        this.number = number;
        this.weight = message.weight();
    }

    /**
     * Returns a copy of the message in a group.
     *
     * @param leave runs once the copy is completed or refused
     */
    public QueuedMessage in(Runnable leave) {
        var same = new QueuedMessage(account, message, leave, pendingAck, number);
        same.keptElsewhere = keptElsewhere;
        return same;
    }

    /** Marks a message that its source keeps until it is in the lane's log; before the message is appended. */
    public QueuedMessage markKeptElsewhere() {
        keptElsewhere = true;
        return this;
    }

    /** Returns whether its source keeps the message until it is in the lane's log. */
    public boolean isKeptElsewhere() {
        return keptElsewhere;
    }

    /** Records that a lane could not take the message because of the disk. */
    public void markMissedDisk() {
        missedDisk = true;
    }

    /** Returns whether a lane could not take the message because of the disk. */
    public boolean hasMissedDisk() {
        return missedDisk;
    }

    /** Sets the number in the lane's log; before the message is in the lane's queue. */
    public void setNumber(long newNumber) {
        number = newNumber;
    }

    /** Returns the number in the lane's log, 0 if it is in none. */
    public long number() {
        return number;
    }

    /** Returns the account that records the outcome. */
    public RouteAccount account() {
        return account;
    }

    /** Returns whether the message is in the lane's log, which outlives the process. */
    public boolean isLogged() {
        return number > 0;
    }

    public InboundMessage message() {
        return message;
    }

    /** Returns the approximate heap bytes of the message: see {@link InboundMessage#weight}. */
    public int weight() {
        return weight;
    }

    public String routeId() {
        return account.routeId();
    }

    /** Returns the pending acknowledgement, or {@code null}. */
    @Nullable
    public PendingAck pendingAck() {
        return pendingAck;
    }

    /** Completes the message; to be called once. */
    public void complete() {
        completed = true;
        if (leaveGroup != null) {
            leaveGroup.run();
        }
        if (pendingAck != null && arrivesOnCompletion(pendingAck)) {
            pendingAck.arrived();
        }
    }

    /** Completes the message as a dead letter that is not synced yet; to be called once. */
    void completeUnsynced() {
        unsynced = true;
        completed = true;
        if (leaveGroup != null) {
            leaveGroup.run();
        }
    }

    /** Completes a message that a failure lost, and refuses its pending acknowledgement. To be called once. */
    void completeLost() {
        completeUnsynced();
        completeSync(false);
    }

    /** Returns whether the message is a dead letter that may not be on the disk. */
    public boolean isUnsynced() {
        return unsynced;
    }

    /** Reports the sync of its dead letter; {@code false} if the letter may not be on the disk. */
    void completeSync(boolean isOnDisk) {
        unsynced = false;
        if (pendingAck != null && arrivesOnCompletion(pendingAck)) {
            if (isOnDisk) {
                pendingAck.arrived();
            } else {
                pendingAck.refuse();
            }
        }
    }

    /**
     * Returns whether the pending acknowledgement arrives on completion; a message in memory only is on no disk before.
     */
    private boolean arrivesOnCompletion(PendingAck ack) {
        return ack.stage() == PendingAck.Stage.COMPLETED || (ack.stage() == PendingAck.Stage.ON_DISK && !isLogged());
    }

    /** Records that the message is in its lane's queue. */
    public void completeIntake() {
        if (pendingAck != null && pendingAck.stage() == PendingAck.Stage.QUEUED) {
            pendingAck.arrived();
        }
    }

    /** Drops a message before intake; it may be acknowledged nevertheless. */
    public void drop(DropReason reason) {
        account.drop(message, reason);
        if (pendingAck != null) {
            pendingAck.arrived();
        }
    }

    /** Drops a message before intake; it must not be acknowledged. */
    public void refuse(DropReason reason) {
        account.drop(message, reason);
        if (leaveGroup != null) {
            leaveGroup.run();
        }
        if (pendingAck != null) {
            pendingAck.refuse();
        }
    }

    public boolean isCompleted() {
        return completed;
    }
}
