package io.github.hivemqtdengine.pipeline.queue;

import io.github.hivemqtdengine.message.Lost;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.pipeline.account.Accounts;
import io.github.hivemqtdengine.pipeline.account.Outcomes;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Overflow;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.Status;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Queue of a lane on disk: {@code package-info.java} has its picture and its rules.
 *
 * <p>The lock of a queue is {@code appending}. The thread that holds it appends to the log, adds to the memory or the
 * backlog, and changes the overflow buffer. That is a broker's thread that offers, or the lane's thread after room may
 * have become free. The lane's thread polls without the lock; it needs the lock to detect the end of the backlog and to
 * find a pending acknowledgement there. The lock is held during an append, but never while waiting for a database. The
 * log's own lock is taken inside of it.
 */
public final class SpooledQueue implements LaneQueue {

    private final MessageLog log;
    private final MemoryQueue memory;
    private final OverflowBuffer overflowBuffer;
    private final Overflow overflow;
    private final GroupSync groupSync;
    private final CommittedOffset committedOffset;
    private final SpoolBypass bypass;
    private final ReentrantLock appending = new ReentrantLock();
    private final Backlog backlog;
    private volatile boolean isSealed;

    /** Objects that the queues of a database share. */
    public record Shared(
            Accounts accounts, OpenGroups groups, OverflowLog overflowLog, SpoolBypass bypass, Consumer<Lost> losses) {}

    /**
     * @param lane index of the lane in its database
     * @param latestKey high-water mark of the timestamps
     */
    public SpooledQueue(
            int lane,
            MessageLog log,
            IntakeSettings settings,
            Shared shared,
            Supplier<HighWaterMark> latestKey,
            GroupSync groupSync) {
        this.log = log;
        this.memory = new MemoryQueue(settings.queue());
        this.overflowBuffer = new OverflowBuffer(settings.queue());
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
    public boolean offer(QueuedMessage message) {
        appending.lock();
        try {
            overflowBuffer.release(this::spoolOrRefuse);
            var status = overflowBuffer.size() == 0 ? spool(message) : Status.NO_ROOM;
            return switch (status) {
                case ACCEPTED -> true;
                case TOO_LARGE -> false;
                case NO_ROOM -> withhold(message);
                case DISK_SHORT, FAILED -> {
                    boolean isWithheld = withhold(message);
                    if (!isWithheld) {
                        message.markMissedDisk();
                    }
                    yield isWithheld;
                }
            };
        } finally {
            appending.unlock();
        }
    }

    /** Adds a message to the overflow buffer if its acknowledgement can wait; returns {@code false} if not. */
    private boolean withhold(QueuedMessage message) {
        return overflow == Overflow.WITHHOLD_ACK && message.pendingAck() != null && overflowBuffer.add(message);
    }

    private boolean spoolOrRefuse(QueuedMessage message) {
        return switch (spool(message)) {
            case ACCEPTED -> true;
            case TOO_LARGE -> {
                message.refuse(DropReason.OVERFLOW);
                yield true;
            }
            case NO_ROOM, DISK_SHORT, FAILED -> false;
        };
    }

    /** Appends a message to the log, or else accepts it in memory only where that is allowed. */
    private Status spool(QueuedMessage message) {
        boolean fitsIntoMemory = !backlog.exists() && (isSealed || memory.hasRoom());
        var appended = fitsIntoMemory ? logAndRemember(message) : addToBacklog(message);
        if (appended.isAccepted()) {
            bypass.recordSpooled();
            message.completeIntake();
            var pendingAck = message.pendingAck();
            if (pendingAck != null && pendingAck.stage() == PendingAck.Stage.ON_DISK) {
                groupSync.add(appended.number(), pendingAck);
            }
        }
        if (fitsIntoMemory && mayBypass(appended.status(), message)) {
            keepInMemoryOnly(message, appended.status());
            return Status.ACCEPTED;
        }
        return appended.status();
    }

    /** Returns whether a refused message may go through memory only; not after the seal, when memory has to drain. */
    private boolean mayBypass(Status status, QueuedMessage message) {
        return switch (status) {
            case ACCEPTED, TOO_LARGE -> false;
            case NO_ROOM, DISK_SHORT, FAILED -> !message.isKeptElsewhere() && !isSealed;
        };
    }

    private void keepInMemoryOnly(QueuedMessage message, Status refusal) {
        memory.offer(message);
        message.completeIntake();
        bypass.countBypassed(refusal);
    }

    private MessageLog.Appended logAndRemember(QueuedMessage message) {
        var appended = log.append(message.routeId(), message.message());
        if (appended.isAccepted() && !isSealed) {
            message.setNumber(appended.number());
            memory.offer(message);
        }
        return appended;
    }

    private MessageLog.Appended addToBacklog(QueuedMessage message) {
        var appended = backlog.add(message);
        return switch (appended.status()) {
            case NO_ROOM, DISK_SHORT ->
                overflow == Overflow.DROP_OLDEST && backlog.makeRoom(message) ? backlog.add(message) : appended;
            case ACCEPTED, FAILED, TOO_LARGE -> appended;
        };
    }

    /** Returns {@code false} while a backlog exists, since it is read first. */
    @Override
    public boolean hasRoomToSpare() {
        return !backlog.exists() && overflowBuffer.size() == 0 && memory.hasRoomToSpare();
    }

    @Override
    public @Nullable QueuedMessage poll() {
        boolean hadBacklog = backlog.exists(); // if so, memory holds all messages older than the backlog
        var message = memory.poll();
        return message == null && hadBacklog ? backlog.poll() : message;
    }

    @Override
    public int depth() {
        return memory.depth() + backlog.size() + overflowBuffer.size();
    }

    @Override
    public void await(int messages, long bytes, long nanos) {
        spoolOverflow();
        memory.await(messages, bytes, nanos);
    }

    @Override
    public void wakeUp() {
        memory.wakeUp();
    }

    @Override
    public void commit(List<QueuedMessage> batch, boolean isDurable) {
        if (committedOffset.commit(batch, isDurable)) {
            spoolOverflow();
        }
    }

    /** Spools messages of the overflow buffer, if there is room again. */
    private void spoolOverflow() {
        if (overflowBuffer.size() == 0) {
            return;
        }
        appending.lock();
        try {
            overflowBuffer.release(this::spoolOrRefuse);
        } finally {
            appending.unlock();
        }
    }

    /** Ends only the messages that are not in the log, which outlives the process. */
    @Override
    public void giveRest(Outcomes outcomes) {
        memory.giveUnlogged(outcomes);
        var rest = new ArrayList<QueuedMessage>();
        appending.lock();
        try {
            overflowBuffer.release(rest::add);
        } finally {
            appending.unlock();
        }
        rest.forEach(message -> message.refuse(DropReason.STOPPED));
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

    /** Messages that are neither spooled nor acknowledged yet, in order. One thread at a time. */
    private static final class OverflowBuffer {

        private final QueueSettings bounds;
        private final Queue<QueuedMessage> messages = new ArrayDeque<>();
        private long bytes;
        private volatile int size;

        OverflowBuffer(QueueSettings bounds) {
            this.bounds = bounds;
        }

        /** Adds a message after the others; returns {@code false} if the buffer is full. */
        boolean add(QueuedMessage message) {
            if (size >= bounds.messages() || bytes >= bounds.bytes()) {
                return false;
            }
            messages.add(message);
            count(1, message);
            return true;
        }

        /** Removes messages, oldest first, as long as the sink accepts them. */
        void release(Predicate<QueuedMessage> sink) {
            for (var next = messages.peek(); next != null && sink.test(next); next = messages.peek()) {
                messages.remove();
                count(-1, next);
            }
        }

        private void count(int more, QueuedMessage message) {
            bytes += (long) more * message.weight();
            size = messages.size();
        }

        /** Returns the number of messages; any thread may ask. */
        int size() {
            return size;
        }
    }
}
