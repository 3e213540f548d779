package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.metrics.DropReason;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A lane's queue on disk. Every message is appended to the log before it counts as taken in. As long as the lane keeps
 * up it gets its messages from memory; what does not fit there is read from the log again, and while there is some of
 * that, nothing new goes into the memory, so that the order is that of the log.
 */
final class SpooledQueue implements LaneQueue {

    private static final Logger LOG = LoggerFactory.getLogger(SpooledQueue.class);

    private final MessageLog log;
    private final Readmission readmission;
    private final MemoryQueue memory;
    private final WaitingRoom waitingRoom;
    private final Overflow overflow;
    private final LongSupplier latestKey;
    private final GroupSync groupSync;
    private final ReentrantLock appending = new ReentrantLock();
    private final LoggedReceipts receipts = new LoggedReceipts(appending);
    /** How many messages are in the log only and wait. */
    private final AtomicInteger onDisk = new AtomicInteger();

    private final OncePerInterval failures = new OncePerInterval(Duration.ofSeconds(10));
    private volatile boolean isBehind;
    private volatile boolean isSealed;

    /** Whether a message was left behind that a later process has to write. For the lane's thread. */
    private boolean isOver;

    /** @param latestKey the latest key that was made of a time of arrival */
    SpooledQueue(
            MessageLog log,
            IntakeSettings settings,
            Readmission readmission,
            LongSupplier latestKey,
            GroupSync groupSync) {
        this.log = log;
        this.groupSync = groupSync;
        this.readmission = readmission;
        this.memory = new MemoryQueue(settings.queue());
        this.waitingRoom = new WaitingRoom(settings.queue());
        this.overflow = settings.overflow();
        this.latestKey = latestKey;
    }

    @Override
    public long recover(Lane lane) {
        var latest = new AtomicLong(Long.MIN_VALUE);
        log.forEachWaiting(message -> {
            readmission.found(message, lane);
            onDisk.incrementAndGet();
            if (!message.message().replayed()) {
                latest.accumulateAndGet(message.message().arrivalMicros(), Math::max);
            }
        });
        isBehind = onDisk.get() > 0;
        return latest.get();
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
        var receipt = message.receipt();
        if (receipt != null) {
            receipts.expectOne();
        }
        boolean fallsBehind = !isBehind && !isSealed && !memory.hasRoom();
        if (fallsBehind) {
            log.readFromHere();
        }
        long number = log.append(message.routeId(), message.message());
        if (number == MessageLog.NO_ROOM && makeRoom(message)) {
            number = log.append(message.routeId(), message.message());
        }
        if (number < 0) {
            return number;
        }
        if (isBehind || fallsBehind) {
            onDisk.incrementAndGet();
            isBehind = true;
            if (receipt != null && receipt.stage() == Receipt.Stage.SETTLED) {
                receipts.put(number, receipt);
            }
        } else if (!isSealed) {
            message.logged(number);
            memory.offer(message);
        }
        message.takenIn();
        if (receipt != null && receipt.stage() == Receipt.Stage.ON_DISK) {
            groupSync.add(number, receipt);
        }
        return number;
    }

    /** As long as the lane is not behind, everything in its log is in memory, too, or being written. */
    private boolean makeRoom(QueuedMessage message) {
        if (overflow != Overflow.DROP_OLDEST || !isBehind) {
            return false;
        }
        var given = log.makeRoom(message.routeId(), message.message());
        given.forEach(this::drop);
        return !given.isEmpty();
    }

    private void drop(DroppedMessages dropped) {
        onDisk.addAndGet(-dropped.count());
        readmission.dropped(dropped);
        receipts.drop(dropped);
    }

    /** What is on disk only is read first. */
    @Override
    public boolean hasRoomToSpare() {
        return !isBehind && waitingRoom.size() == 0 && memory.hasRoomToSpare();
    }

    @Override
    public @Nullable QueuedMessage poll() {
        boolean wasBehind = isBehind; // if so, what is in memory is all that comes before
        var message = memory.poll();
        return message == null && wasBehind ? read() : message;
    }

    /** Nothing comes while the disk can't be read; the lane tries again in a moment. */
    private @Nullable QueuedMessage read() {
        try {
            var message = log.read();
            if (message == null) {
                message = readOrCatchUp();
            }
            return message == null ? null : goesOn(message);
        } catch (UncheckedIOException e) {
            if (failures.isDue()) {
                LOG.error("{}", e.getMessage());
            }
            return null;
        }
    }

    private QueuedMessage goesOn(LoggedMessage message) {
        onDisk.decrementAndGet();
        return readmission.goesOn(message, receipts.take(message.number()));
    }

    /** Only while nobody appends is it sure that there is nothing more on disk. */
    private @Nullable LoggedMessage readOrCatchUp() {
        List<Receipt> lost;
        appending.lock();
        try {
            var message = log.read();
            if (message != null) {
                return message;
            }
            isBehind = false;
            onDisk.set(0); // also where some were damaged
            lost = receipts.takeAll();
        } finally {
            appending.unlock();
        }
        lost.forEach(Receipt::refuse);
        return null;
    }

    @Override
    public int depth() {
        return memory.depth() + onDisk.get() + waitingRoom.size();
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

    /** Settles all before the first one that is not settled: from there on a later process writes again. */
    @Override
    public void settle(List<QueuedMessage> batch) {
        long number = 0;
        long arrival = Long.MIN_VALUE;
        for (var message : batch) {
            isOver |= !message.isSettled();
            if (isOver) {
                break;
            }
            number = message.number();
            if (!message.message().replayed()) {
                arrival = Math.max(arrival, message.message().arrivalMicros());
            }
        }
        if (number > 0) {
            log.settle(number, new KeyMark(arrival, latestKey.getAsLong()));
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
