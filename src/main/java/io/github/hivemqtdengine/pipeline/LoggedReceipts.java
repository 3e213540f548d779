package io.github.hivemqtdengine.pipeline;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * The receipts of messages that are in a lane's log only, by their numbers, until the messages are read again. Only {@link
 * #take} may be called without the lock.
 */
final class LoggedReceipts {

    private final Lock lock;
    private final Map<Long, Receipt> receipts = new HashMap<>();
    private volatile boolean isUsed;

    /** @param lock is held while a message is appended and its receipt put here */
    LoggedReceipts(Lock lock) {
        this.lock = lock;
    }

    /** A message with a receipt is about to be appended, and may be read before its receipt is here. */
    void expectOne() {
        isUsed = true;
    }

    void put(long number, Receipt receipt) {
        receipts.put(number, receipt);
    }

    /** Gives back the receipt of a message that was read; {@code null} if it has none. */
    @Nullable
    Receipt take(long number) {
        if (!isUsed) {
            return null;
        }
        lock.lock();
        try {
            return receipts.remove(number);
        } finally {
            lock.unlock();
        }
    }

    /** These messages were dropped as the configuration wants it, so their receipts arrive. */
    void drop(DroppedMessages dropped) {
        receipts.entrySet().removeIf(entry -> {
            boolean isDropped = dropped.holds(entry.getKey());
            if (isDropped) {
                entry.getValue().arrived();
            }
            return isDropped;
        });
    }

    /** Gives back all that there are. */
    List<Receipt> takeAll() {
        var all = List.copyOf(receipts.values());
        receipts.clear();
        return all;
    }
}
