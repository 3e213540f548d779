package io.github.hivemqtdengine.pipeline;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * The receipts of messages that are in a lane's log only, by their numbers, until the messages are read again. A backlog
 * may last for hours, and nobody waits for most of its receipts any more: their acknowledgements were overdue, or their
 * clients have gone. So this refers to them weakly, and a receipt stays only as long as somebody waits for it. Only {@link
 * #take} may be called without the lock.
 */
final class LoggedReceipts {

    private final Lock lock;
    private final Map<Long, Logged> receipts = new HashMap<>();
    private final ReferenceQueue<Receipt> abandoned = new ReferenceQueue<>();
    private volatile boolean isUsed;

    /** The receipt of one message; empty once nobody waits for it. */
    private static final class Logged extends WeakReference<Receipt> {

        private final long number;

        Logged(long number, Receipt receipt, ReferenceQueue<Receipt> abandoned) {
            super(receipt, abandoned);
            this.number = number;
        }
    }

    /** @param lock is held while a message is appended and its receipt put here */
    LoggedReceipts(Lock lock) {
        this.lock = lock;
    }

    /** A message with a receipt is about to be appended, and may be read before its receipt is here. */
    void expectOne() {
        isUsed = true;
    }

    void put(long number, Receipt receipt) {
        removeAbandoned();
        receipts.put(number, new Logged(number, receipt, abandoned));
    }

    /** Each is removed once, so this costs no more than putting them here. */
    private void removeAbandoned() {
        for (var gone = abandoned.poll(); gone != null; gone = abandoned.poll()) {
            receipts.remove(((Logged) gone).number);
        }
    }

    /** Gives back the receipt of a message that was read; {@code null} if it has none, or if nobody waits for it. */
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

    /** These messages were dropped as the configuration wants it, so their receipts arrive. */
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

    /** Gives back all that somebody waits for. */
    List<Receipt> takeAll() {
        var all = receipts.values().stream()
                .map(WeakReference::get)
                .filter(Objects::nonNull)
                .toList();
        receipts.clear();
        return all;
    }
}
