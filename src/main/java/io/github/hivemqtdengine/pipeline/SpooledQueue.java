package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.metrics.DropReason;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A lane's queue on disk. Every message is appended to the log before it counts as taken in. As long as the lane keeps
 * up it gets its messages from memory; what does not fit there is read from the log again, and while there is some of
 * that, nothing new goes into the memory, so that the order is that of the log.
 *
 * <p>The lock of a queue is {@code appending}. Under it one thread at a time appends to the log, puts the message into the
 * memory or the backlog, and lets messages into the waiting room or out of it: a broker's thread that offers, or the lane's
 * thread where there may be room again. The lane's thread polls without it, and takes it only to see whether the backlog is
 * at its end, and to find a receipt there. It is held while a message is written, never while a database or a sync of the
 * disk is waited for; the log's own lock is taken inside of it.
 */
final class SpooledQueue implements LaneQueue {

    private final MessageLog log;
    private final MemoryQueue memory;
    private final WaitingRoom waitingRoom;
    private final Overflow overflow;
    private final GroupSync groupSync;
    private final Settlement settlement;
    private final ReentrantLock appending = new ReentrantLock();
    private final Backlog backlog;
    private volatile boolean isSealed;

    /** @param latestKey the latest key that was made of a time of arrival */
    SpooledQueue(
            MessageLog log,
            IntakeSettings settings,
            Readmission readmission,
            LongSupplier latestKey,
            GroupSync groupSync) {
        this.log = log;
        this.memory = new MemoryQueue(settings.queue());
        this.waitingRoom = new WaitingRoom(settings.queue());
        this.overflow = settings.overflow();
        this.groupSync = groupSync;
        this.settlement = new Settlement(log, latestKey);
        this.backlog = new Backlog(log, readmission, appending);
    }

    @Override
    public long recover(Lane lane) {
        return backlog.recover(lane);
    }

    @Override
    public boolean offer(QueuedMessage message) {
        appending.lock();
        try {
            waitingRoom.release(this::leavesWaitingRoom);
            long number = waitingRoom.size() == 0 ? append(message) : MessageLog.NO_ROOM;
            return number > 0
                    || (number != MessageLog.TOO_LARGE && waits(message))
                    || (number == MessageLog.FAILED && isRefused(message));
        } finally {
            appending.unlock();
        }
    }

    private boolean waits(QueuedMessage message) {
        return overflow == Overflow.WITHHOLD_ACK && message.receipt() != null && waitingRoom.offer(message);
    }

    /** Dropping for want of room is what the configuration may want; a disk that fails is not. */
    private static boolean isRefused(QueuedMessage message) {
        if (message.receipt() != null) {
            message.refuse(DropReason.OVERFLOW);
        }
        return message.receipt() != null;
    }

    private boolean leavesWaitingRoom(QueuedMessage message) {
        long number = append(message);
        if (number == MessageLog.TOO_LARGE) {
            message.refuse(DropReason.OVERFLOW);
        }
        return number > 0 || number == MessageLog.TOO_LARGE;
    }

    /** Returns what {@link MessageLog#append} does. */
    private long append(QueuedMessage message) {
        boolean fitsIntoMemory = !backlog.exists() && (isSealed || memory.hasRoom());
        long number = fitsIntoMemory ? appendAndRemember(message) : appendToBacklog(message);
        if (number > 0) {
            message.takenIn();
            var receipt = message.receipt();
            if (receipt != null && receipt.stage() == Receipt.Stage.ON_DISK) {
                groupSync.add(number, receipt);
            }
        }
        return number;
    }

    private long appendAndRemember(QueuedMessage message) {
        long number = log.append(message.routeId(), message.message());
        if (number > 0 && !isSealed) {
            message.logged(number);
            memory.offer(message);
        }
        return number;
    }

    private long appendToBacklog(QueuedMessage message) {
        long number = backlog.append(message);
        boolean isTriedAgain =
                number == MessageLog.NO_ROOM && overflow == Overflow.DROP_OLDEST && backlog.makeRoom(message);
        return isTriedAgain ? backlog.append(message) : number;
    }

    /** The backlog is read first. */
    @Override
    public boolean hasRoomToSpare() {
        return !backlog.exists() && waitingRoom.size() == 0 && memory.hasRoomToSpare();
    }

    @Override
    public @Nullable QueuedMessage poll() {
        boolean hadBacklog = backlog.exists(); // if so, what is in memory is all that comes before
        var message = memory.poll();
        return message == null && hadBacklog ? backlog.poll() : message;
    }

    @Override
    public int depth() {
        return memory.depth() + backlog.size() + waitingRoom.size();
    }

    @Override
    public void await(int messages, long bytes, long nanos) {
        letIn();
        memory.await(messages, bytes, nanos);
    }

    @Override
    public void wakeUp() {
        memory.wakeUp();
    }

    @Override
    public void settle(List<QueuedMessage> batch) {
        if (settlement.settle(batch)) {
            letIn();
        }
    }

    /** There may be room again. */
    private void letIn() {
        if (waitingRoom.size() == 0) {
            return;
        }
        appending.lock();
        try {
            waitingRoom.release(this::leavesWaitingRoom);
        } finally {
            appending.unlock();
        }
    }

    /** The log outlives the process. */
    @Override
    public void giveRest(Outcomes outcomes) {
        var rest = new ArrayList<QueuedMessage>();
        appending.lock();
        try {
            waitingRoom.release(rest::add);
        } finally {
            appending.unlock();
        }
        rest.forEach(message -> message.refuse(DropReason.STOPPED));
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
