package io.github.hivemqtdengine.pipeline;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A lane's queue on the heap. Its bounds may be passed by one message for each thread that offers at the same moment, so
 * a message that is larger than the bound of bytes gets in where there is any room.
 *
 * <p>Waking a thread costs more than everything else that a broker thread does here, so the lane's thread says how deep
 * the queue must be before it wants to be woken.
 */
final class MemoryQueue implements LaneQueue {

    private static final int NEVER = Integer.MAX_VALUE;

    private final QueueSettings bounds;
    private final Queue<QueuedMessage> messages = new ConcurrentLinkedQueue<>();
    private final AtomicInteger depth = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private volatile int wakeAt = NEVER;
    private volatile @Nullable Thread waiting;

    MemoryQueue(QueueSettings bounds) {
        this.bounds = bounds;
    }

    @Override
    public boolean offer(QueuedMessage message) {
        int weight = message.message().weight();
        if (depth.get() >= bounds.messages() || bytes.get() >= bounds.bytes()) {
            return false;
        }
        bytes.addAndGet(weight);
        messages.add(message);
        if (depth.incrementAndGet() >= wakeAt) {
            wakeUp();
        }
        return true;
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
    public void await(int wanted, long nanos) {
        waiting = Thread.currentThread();
        wakeAt = wanted;
        if (depth.get() < wanted) {
            LockSupport.parkNanos(this, nanos);
        }
        wakeAt = NEVER;
    }

    @Override
    public void wakeUp() {
        wakeAt = NEVER;
        LockSupport.unpark(waiting);
    }
}
