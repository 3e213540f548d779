package io.github.hivemqtdengine.pipeline.queue;

import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.DroppedMessages;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * Pending acknowledgements of messages that are only in a lane's log, by message number. A backlog may last for hours,
 * and most of its acknowledgements become overdue or their clients disconnect. They are therefore referenced weakly and
 * stay only while a client waits for them. All methods except {@link #remove} need the lock.
 */
final class LoggedAcks {

    private final Lock lock;
    private final Map<Long, Logged> acks = new HashMap<>();
    private final ReferenceQueue<PendingAck> abandoned = new ReferenceQueue<>();
    private volatile boolean isUsed;

    /** Reference to the pending acknowledgement of one message. */
    private static final class Logged extends WeakReference<PendingAck> {

        private final long number;

        Logged(long number, PendingAck pendingAck, ReferenceQueue<PendingAck> abandoned) {
            super(pendingAck, abandoned);
            this.number = number;
        }
    }

    /** @param lock held from the append of a message until its pending acknowledgement is put here */
    LoggedAcks(Lock lock) {
        this.lock = lock;
    }

    /** Announces a message with a pending acknowledgement. The message may be read before {@link #put} is called. */
    void expectOne() {
        isUsed = true;
    }

    void put(long number, PendingAck pendingAck) {
        removeAbandoned();
        acks.put(number, new Logged(number, pendingAck, abandoned));
    }

    /** Removes cleared references. Each is removed once, so the cost is that of adding it. */
    private void removeAbandoned() {
        for (var gone = abandoned.poll(); gone != null; gone = abandoned.poll()) {
            acks.remove(((Logged) gone).number);
        }
    }

    /** Removes the pending acknowledgement of a message that was read; {@code null} if no client waits for it. */
    @Nullable
    PendingAck remove(long number) {
        if (!isUsed) {
            return null;
        }
        lock.lock();
        try {
            removeAbandoned();
            var logged = acks.remove(number);
            return logged == null ? null : logged.get();
        } finally {
            lock.unlock();
        }
    }

    /** Completes the pending acknowledgements of messages that were dropped as configured. */
    void drop(DroppedMessages dropped) {
        acks.entrySet().removeIf(entry -> {
            boolean isDropped = dropped.holds(entry.getKey());
            var pendingAck = entry.getValue().get();
            if (isDropped && pendingAck != null) {
                pendingAck.arrived();
            }
            return isDropped;
        });
    }

    /** Removes all pending acknowledgements; returns those that a client waits for. */
    List<PendingAck> removeAll() {
        var all = acks.values().stream()
                .map(WeakReference::get)
                .filter(Objects::nonNull)
                .toList();
        acks.clear();
        return all;
    }
}
