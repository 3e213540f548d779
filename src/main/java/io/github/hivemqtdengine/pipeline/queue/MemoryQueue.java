package io.github.hivemqtdengine.pipeline.queue;

import io.github.hivemqtdengine.pipeline.account.Outcomes;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import java.util.ArrayList;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Heap queue of a lane. Each thread that offers at the same moment may exceed its bounds by one message. A message
 * larger than the bound of bytes is therefore accepted if there is any room.
 *
 * <p>Waking a thread is the most expensive step of a broker thread here. The lane's thread therefore sets the amount at
 * which it is woken, at most half of what the queue can hold.
 */
public final class MemoryQueue implements LaneQueue {

    private static final long NEVER = Long.MAX_VALUE;

    private final QueueSettings bounds;
    private final Queue<QueuedMessage> messages = new ConcurrentLinkedQueue<>();
    private final AtomicInteger depth = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    /** Messages that are in no log. */
    private final AtomicInteger unlogged = new AtomicInteger();

    private volatile long wakeAtMessages = NEVER;
    private volatile long wakeAtBytes = NEVER;
    private volatile @Nullable Thread waiting;

    public MemoryQueue(QueueSettings bounds) {
        this.bounds = bounds;
    }

    @Override
    public boolean offer(QueuedMessage message) {
        if (!hasRoom()) {
            return false;
        }
        long held = bytes.addAndGet(message.weight());
        if (!message.isLogged()) {
            unlogged.incrementAndGet();
        }
        messages.add(message);
        if (depth.incrementAndGet() >= wakeAtMessages || held >= wakeAtBytes) {
            wakeUp();
        }
        return true;
    }

    /** Returns whether the queue accepts a message now; certain only while no other thread offers. */
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
        while (message != null && !message.isLogged() && !message.claim()) { // another thread has claimed it
            message = messages.poll();
        }
        if (message != null) {
            left(message);
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
            outcomes.rejectAfterStop(message);
            rest.add(message);
        }
        outcomes.syncDeadLetters(rest);
    }

    /** Turns messages that are in no log into dead letters; the others stay in order for a lane that still runs. */
    void giveUnlogged(Outcomes outcomes) {
        if (unlogged.get() == 0) { // called for every message after the lane's end
            return;
        }
        var given = messages.stream()
                .filter(message -> !message.isLogged() && message.claim()) // or the lane has it
                .toList();
        messages.removeIf(message -> !message.isLogged() && message.isClaimed());
        given.forEach(this::left);
        given.forEach(outcomes::rejectAfterStop);
        outcomes.syncDeadLetters(given);
    }

    private void left(QueuedMessage message) {
        depth.decrementAndGet();
        bytes.addAndGet(-message.weight());
        if (!message.isLogged()) {
            unlogged.decrementAndGet();
        }
    }

    private void stopWaking() {
        wakeAtMessages = NEVER;
        wakeAtBytes = NEVER;
    }
}
