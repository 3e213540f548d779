// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.queue;

import io.github.hivemqtdengine.message.Lost;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.pipeline.account.Accounts;
import io.github.hivemqtdengine.pipeline.account.Outcomes;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Overflow;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.Status;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Queue of a lane as a window on its log: {@code package-info.java} has its picture and its rules.
 *
 * <p>The lock of a queue is {@code appending}. The thread that holds it appends to the log, and decides whether the
 * message is in memory too. That is a broker's thread, or the lane's thread after room may have become free. The lane's
 * thread polls without the lock; it needs the lock to detect the end of the backlog. The lock is held during an append,
 * but never while waiting for a database. The log's own lock is taken inside of it.
 */
public final class LogWindow implements LaneQueue {

    private final MessageLog log;
    private final MemoryQueue memory;
    private final Backlog backlog;
    /** Messages that are neither in the log nor acknowledged. */
    private final MemoryQueue withheld;

    private final Overflow overflow;
    private final GroupSync groupSync;
    private final CommittedOffset committedOffset;
    private final SpoolBypass bypass;
    private final ReentrantLock appending = new ReentrantLock();
    private volatile boolean isSealed;
    /** Takes what is not in the log once the lane has ended; changes only under the lock. */
    private volatile @Nullable Outcomes outcomes;

    /** Objects that the queues of a database share. */
    public record Shared(
            Accounts accounts, OpenGroups groups, OverflowLog overflowLog, SpoolBypass bypass, Consumer<Lost> losses) {}

    /**
     * @param lane index of the lane in its database
     * @param latestKey high-water mark of the timestamps
     */
    public LogWindow(
            int lane,
            MessageLog log,
            IntakeSettings settings,
            Shared shared,
            Supplier<HighWaterMark> latestKey,
            GroupSync groupSync) {
        this.log = log;
        this.memory = new MemoryQueue(settings.queue());
        this.withheld = new MemoryQueue(settings.queue());
        this.overflow = settings.overflow();
        this.groupSync = groupSync;
        this.bypass = shared.bypass;
        this.committedOffset = new CommittedOffset(log, latestKey);
        this.backlog =
                new Backlog(lane, log, shared.accounts, shared.groups, shared.overflowLog, shared.losses, appending);
    }

    @Override
    public long recover() {
        return backlog.recover();
    }

    @Override
    public boolean append(QueuedMessage message) {
        boolean isAccepted;
        appending.lock();
        try {
            var status = appendWithheld() ? tryAppend(message) : Status.NO_ROOM;
            isAccepted = status == Status.ACCEPTED || (status != Status.TOO_LARGE && withhold(message));
            if (!isAccepted && (status == Status.DISK_SHORT || status == Status.FAILED)) {
                message.markMissedDisk();
            }
        } finally {
            appending.unlock();
        }
        memory.wakeIfEnough();
        return isAccepted || rejectAfterEnd(message);
    }

    /** Appends messages that are withheld as long as there is room; returns whether none is left. */
    private boolean appendWithheld() {
        for (var next = withheld.peek(); next != null; next = withheld.peek()) {
            var status = tryAppend(next);
            if (status == Status.TOO_LARGE) {
                next.refuse(DropReason.OVERFLOW);
            } else if (status != Status.ACCEPTED) {
                return false;
            }
            withheld.poll();
        }
        return true;
    }

    /** Withholds a message if its acknowledgement can wait; returns {@code false} if not. */
    private boolean withhold(QueuedMessage message) {
        return overflow == Overflow.WITHHOLD_ACK
                && message.pendingAck() != null
                && outcomes == null
                && withheld.append(message);
    }

    /** Appends a message to the log, or else accepts it in memory only where that is allowed. */
    private Status tryAppend(QueuedMessage message) {
        boolean staysOnDisk = isSealed;
        boolean isBacklog = backlog.exists() || (!staysOnDisk && !memory.hasRoom());
        var appended = isBacklog
                ? backlog.append(message, overflow == Overflow.DROP_OLDEST)
                : log.append(message.routeId(), message.message());
        if (appended.isAccepted()) {
            bypass.recordSpooled();
            if (!isBacklog && !staysOnDisk) {
                message.setNumber(appended.number());
                memory.add(message);
            }
            completeIntake(message, appended.number());
        } else if (!isBacklog && !staysOnDisk && mayBypass(appended.status(), message)) {
            memory.append(message);
            message.completeIntake();
            bypass.countBypassed(appended.status());
            return Status.ACCEPTED;
        }
        return appended.status();
    }

    private void completeIntake(QueuedMessage message, long number) {
        message.completeIntake();
        var pendingAck = message.pendingAck();
        if (pendingAck != null && pendingAck.stage() == PendingAck.Stage.ON_DISK) {
            groupSync.add(number, pendingAck);
        }
    }

    private static boolean mayBypass(Status refusal, QueuedMessage message) {
        return refusal != Status.TOO_LARGE && !message.isKeptElsewhere();
    }

    /** Turns a message that the log did not take after the end into a dead letter, unless its source keeps it. */
    private boolean rejectAfterEnd(QueuedMessage message) {
        var end = outcomes;
        if (end == null || message.isKeptElsewhere()) {
            return false;
        }
        message.completeIntake();
        end.rejectAfterStop(message);
        end.syncDeadLetters(List.of(message));
        return true;
    }

    /** Returns {@code false} while a backlog exists, since it is read first. */
    @Override
    public boolean hasRoomToSpare() {
        return !backlog.exists() && withheld.depth() == 0 && memory.hasRoomToSpare();
    }

    @Override
    public @Nullable QueuedMessage poll() {
        boolean hadBacklog = backlog.exists(); // if so, memory holds all messages older than the backlog
        var message = memory.poll();
        return message == null && hadBacklog ? backlog.poll() : message;
    }

    @Override
    public int depth() {
        return memory.depth() + backlog.size() + withheld.depth();
    }

    @Override
    public void await(int messages, long bytes, long nanos) {
        appendWithheldNow();
        memory.await(messages, bytes, nanos);
    }

    @Override
    public void wakeUp() {
        memory.wakeUp();
    }

    @Override
    public void commit(List<QueuedMessage> batch, boolean isDurable) {
        if (committedOffset.commit(batch, isDurable)) {
            appendWithheldNow();
        }
    }

    private void appendWithheldNow() {
        if (withheld.depth() == 0) {
            return;
        }
        appending.lock();
        try {
            appendWithheld();
        } finally {
            appending.unlock();
        }
    }

    /** Ends only the messages that are not in the log, which outlives the process. */
    @Override
    public void end(Outcomes end) {
        seal();
        memory.end(end);
        appending.lock();
        try {
            outcomes = end;
            for (var message = withheld.poll(); message != null; message = withheld.poll()) {
                message.refuse(DropReason.STOPPED);
            }
        } finally {
            appending.unlock();
        }
    }

    @Override
    public void sync() {
        groupSync.syncNow();
    }

    @Override
    public void seal() {
        isSealed = true;
    }

    @Override
    public void close() {
        groupSync.close();
    }
}
