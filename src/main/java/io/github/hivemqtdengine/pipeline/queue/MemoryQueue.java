// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.queue;

import io.github.hivemqtdengine.pipeline.account.Outcomes;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Heap queue of a lane, guarded by its monitor, which no thread holds while it waits. A message larger than the bound of
 * bytes is accepted if there is any room.
 *
 * <p>Waking a thread is the most expensive step of a broker thread here. The lane's thread therefore sets the amount at
 * which it is woken, at most half of what the queue can hold.
 */
public final class MemoryQueue implements LaneQueue {

    private static final long NEVER = Long.MAX_VALUE;

    private final QueueSettings bounds;
    private final Queue<QueuedMessage> messages = new ArrayDeque<>();
    /** Changes with the messages; any thread may read it, as the field below it. */
    private volatile int depth;

    private volatile long bytes;

    private volatile long wakeAtMessages = NEVER;
    private volatile long wakeAtBytes = NEVER;
    private volatile @Nullable Thread waiting;
    /** Takes what is in no log once the lane has ended. */
    private volatile @Nullable Outcomes outcomes;

    public MemoryQueue(QueueSettings bounds) {
        this.bounds = bounds;
    }

    @Override
    public boolean append(QueuedMessage message) {
        synchronized (this) {
            if (outcomes == null && !hasRoom()) {
                return false;
            }
            add(message);
        }
        wakeIfEnough();
        var end = outcomes;
        if (end != null) { // a slow thread appends while the pipeline closes
            end(end);
        }
        return true;
    }

    /** Adds a message whether there is room or not; the caller has to call {@link #wakeIfEnough} then. */
    synchronized void add(QueuedMessage message) {
        messages.add(message);
        count(message.weight());
    }

    /** Wakes the lane's thread if as much is here as it waits for. */
    void wakeIfEnough() {
        if (depth >= wakeAtMessages || bytes >= wakeAtBytes) {
            wakeUp();
        }
    }

    /** Returns whether the queue accepts a message now; certain only while no other thread appends. */
    boolean hasRoom() {
        return depth < bounds.messages() && bytes < bounds.bytes();
    }

    @Override
    public boolean hasRoomToSpare() {
        return depth <= bounds.messages() / 2 && bytes <= bounds.bytes() / 2;
    }

    /** Returns the oldest message, or {@code null} if none waits. */
    synchronized @Nullable QueuedMessage peek() {
        return messages.peek();
    }

    @Override
    public synchronized @Nullable QueuedMessage poll() {
        var message = messages.poll();
        if (message != null) {
            count(-message.weight());
        }
        return message;
    }

    /** @param moreBytes bytes of what was added, less those of what was removed */
    private synchronized void count(long moreBytes) {
        depth = messages.size();
        bytes += moreBytes;
    }

    @Override
    public int depth() {
        return depth;
    }

    @Override
    public void await(int wantedMessages, long wantedBytes, long nanos) {
        long enough = Math.min(wantedMessages, Math.max(1, bounds.messages() / 2));
        long enoughBytes = Math.min(wantedBytes, bounds.bytes() / 2);
        waiting = Thread.currentThread();
        wakeAtBytes = enoughBytes;
        wakeAtMessages = enough;
        if (depth < enough && bytes < enoughBytes) {
            LockSupport.parkNanos(this, nanos);
        }
        stopWaking();
    }

    @Override
    public void wakeUp() {
        stopWaking();
        LockSupport.unpark(waiting);
    }

    private void stopWaking() {
        wakeAtMessages = NEVER;
        wakeAtBytes = NEVER;
    }

    /** Turns messages that are in no log into dead letters; the others stay in order for a lane that still runs. */
    @Override
    public void end(Outcomes end) {
        outcomes = end; // first, so that a thread that appends meanwhile finds it
        var unlogged = removeUnlogged();
        unlogged.forEach(end::rejectAfterStop);
        end.syncDeadLetters(unlogged);
    }

    private synchronized List<QueuedMessage> removeUnlogged() {
        var unlogged = messages.stream().filter(message -> !message.isLogged()).toList();
        messages.removeIf(message -> !message.isLogged());
        count(-unlogged.stream().mapToLong(QueuedMessage::weight).sum());
        return unlogged;
    }
}
