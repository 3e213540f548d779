package io.github.hivemqtdengine.pipeline.queue;

import io.github.hivemqtdengine.pipeline.account.Receipt;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * Receipts of messages that are only in a lane's log, by message number, until the messages are read again. A backlog
 * may last for hours, and most of its acknowledgements become overdue or their clients disconnect. Receipts are
 * therefore referenced weakly and stay only while something waits for them. All methods except {@link #take} need the
 * lock.
 */
final class LoggedReceipts {

    private final Lock lock;
    private final Map<Long, Logged> receipts = new HashMap<>();
    private final ReferenceQueue<Receipt> abandoned = new ReferenceQueue<>();
    private volatile boolean isUsed;

    /** Receipt of one message; cleared once nothing else refers to it. */
    private static final class Logged extends WeakReference<Receipt> {

        private final long number;

        Logged(long number, Receipt receipt, ReferenceQueue<Receipt> abandoned) {
            super(receipt, abandoned);
            this.number = number;
        }
    }

    /** @param lock held while a message is appended and its receipt put here */
    LoggedReceipts(Lock lock) {
        this.lock = lock;
    }

    /** Announces a message with a receipt, which may be read before its receipt is put here. */
    void expectOne() {
        isUsed = true;
    }

    void put(long number, Receipt receipt) {
        removeAbandoned();
        receipts.put(number, new Logged(number, receipt, abandoned));
    }

    /** Drops cleared receipts. Each is removed once, so the cost is that of adding it. */
    private void removeAbandoned() {
        for (var gone = abandoned.poll(); gone != null; gone = abandoned.poll()) {
            receipts.remove(((Logged) gone).number);
        }
    }

    /** Removes and returns the receipt of a message that was read; {@code null} if nothing waits for one. */
    @Nullable
    Receipt take(long number) {
        if (!isUsed) {
            return null;
        }
        lock.lock();
        try {
            removeAbandoned();
            var logged = receipts.remove(number);
            return logged == null ? null : logged.get();
        } finally {
            lock.unlock();
        }
    }

    /** Completes the receipts of messages that were dropped as configured. */
    void drop(DroppedMessages dropped) {
        receipts.entrySet().removeIf(entry -> {
            boolean isDropped = dropped.holds(entry.getKey());
            var receipt = entry.getValue().get();
            if (isDropped && receipt != null) {
                receipt.arrived();
            }
            return isDropped;
        });
    }

    /** Removes all receipts and returns those that something waits for. */
    List<Receipt> takeAll() {
        var all = receipts.values().stream()
                .map(WeakReference::get)
                .filter(Objects::nonNull)
                .toList();
        receipts.clear();
        return all;
    }
}
