package io.github.hivemqtdengine.pipeline;

import java.util.ArrayList;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A lane's queue on the heap. Its bounds may be passed by one message for each thread that offers at the same moment,
 * so a message that is larger than the bound of bytes gets in where there is any room.
 *
 * <p>Waking a thread costs more than everything else that a broker thread does here, so the lane's thread says how much
 * must be there before it wants to be woken; it never waits for more than half of what the queue can hold.
 */
final class MemoryQueue implements LaneQueue {

    private static final long NEVER = Long.MAX_VALUE;

    private final QueueSettings bounds;
    private final Queue<QueuedMessage> messages = new ConcurrentLinkedQueue<>();
    private final AtomicInteger depth = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private volatile long wakeAtMessages = NEVER;
    private volatile long wakeAtBytes = NEVER;
    private volatile @Nullable Thread waiting;

    MemoryQueue(QueueSettings bounds) {
        this.bounds = bounds;
    }

    @Override
    public boolean offer(QueuedMessage message) {
        if (!hasRoom()) {
            return false;
        }
        long held = bytes.addAndGet(message.message().weight());
        messages.add(message);
        if (depth.incrementAndGet() >= wakeAtMessages || held >= wakeAtBytes) {
            wakeUp();
        }
        return true;
    }

    /** Whether a message that is offered now gets in; always so if no other thread offers. */
    boolean hasRoom() {
        return depth.get() < bounds.messages() && bytes.get() < bounds.bytes();
    }

    @Override
    public boolean hasRoomToSpare() {
        return depth.get() <= bounds.messages() / 2 && bytes.get() <= bounds.bytes() / 2;
    }

    @Override
    public @Nullable QueuedMessage poll() {
        var message = messages.poll();
        if (message != null) {
            depth.decrementAndGet();
            bytes.addAndGet(-message.message().weight());
        }
        return message;
    }

    @Override
    public int depth() {
        return depth.get();
    }

    @Override
    public void await(int wantedMessages, long wantedBytes, long nanos) {
        long enough = Math.min(wantedMessages, Math.max(1, bounds.messages() / 2));
        long enoughBytes = Math.min(wantedBytes, bounds.bytes() / 2);
        waiting = Thread.currentThread();
        wakeAtBytes = enoughBytes;
        wakeAtMessages = enough;
        if (depth.get() < enough && bytes.get() < enoughBytes) {
            LockSupport.parkNanos(this, nanos);
        }
        stopWaking();
    }

    @Override
    public void wakeUp() {
        stopWaking();
        LockSupport.unpark(waiting);
    }

    @Override
    public void giveRest(Outcomes outcomes) {
        var rest = new ArrayList<QueuedMessage>();
        for (var message = poll(); message != null; message = poll()) {
            outcomes.stopped(message);
            rest.add(message);
        }
        outcomes.syncLetters(rest);
    }

    /** Gives away those messages that are in no log; the others stay, in their order, for a lane that still runs. */
    void giveUnlogged(Outcomes outcomes) {
        var unlogged =
                messages.stream().filter(message -> message.number() == 0).toList();
        for (var message : unlogged) {
            if (messages.remove(message)) { // or the lane has it
                depth.decrementAndGet();
                bytes.addAndGet(-message.message().weight());
                outcomes.stopped(message);
            }
        }
        outcomes.syncLetters(unlogged);
    }

    private void stopWaking() {
        wakeAtMessages = NEVER;
        wakeAtBytes = NEVER;
    }
}
