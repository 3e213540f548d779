// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.queue;

import io.github.hivemqtdengine.pipeline.account.PendingAck;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Pending acknowledgements of messages in a log, by message number; may be used by any thread. A backlog may last for
 * hours, and a disk may hang for minutes. Acknowledgements become overdue meanwhile, or their clients disconnect. They
 * are therefore referenced weakly: only those that a client still waits for remain.
 */
final class WeakAcks {

    private final ConcurrentMap<Long, Numbered> byNumber = new ConcurrentHashMap<>();
    private final ReferenceQueue<PendingAck> abandoned = new ReferenceQueue<>();

    /** Reference that is cleared once nothing else refers to the pending acknowledgement. */
    private static final class Numbered extends WeakReference<PendingAck> {

        private final long number;

        Numbered(long number, PendingAck pendingAck, ReferenceQueue<PendingAck> abandoned) {
            super(pendingAck, abandoned);
            this.number = number;
        }
    }

    /** Adds one, and removes those without a client: each once, so the cost is that of adding it. */
    void put(long number, PendingAck pendingAck) {
        for (var gone = abandoned.poll(); gone != null; gone = abandoned.poll()) {
            byNumber.remove(((Numbered) gone).number, gone);
        }
        byNumber.put(number, new Numbered(number, pendingAck, abandoned));
    }

    /** Removes the one of this message; {@code null} if no client waits for it. */
    @Nullable
    PendingAck remove(long number) {
        var numbered = byNumber.isEmpty() ? null : byNumber.remove(number); // usually without a Long
        return numbered == null ? null : numbered.get();
    }

    /** Removes all, and passes on those that a client waits for, in no order. */
    void removeAll(BiConsumer<Long, PendingAck> sink) {
        for (var number : byNumber.keySet()) {
            var pendingAck = remove(number);
            if (pendingAck != null) {
                sink.accept(number, pendingAck);
            }
        }
    }

    int size() {
        return byNumber.size();
    }
}
