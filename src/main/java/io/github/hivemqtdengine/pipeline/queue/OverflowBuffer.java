package io.github.hivemqtdengine.pipeline.queue;

import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Overflow buffer of messages that are neither taken in nor acknowledged yet, in order. One thread at a time. */
final class OverflowBuffer {

    private final QueueSettings bounds;
    private final Queue<QueuedMessage> messages = new ArrayDeque<>();
    private long bytes;
    private volatile int size;

    OverflowBuffer(QueueSettings bounds) {
        this.bounds = bounds;
    }

    /** Adds a message after the others; returns {@code false} if the buffer is full. */
    boolean add(QueuedMessage message) {
        if (size >= bounds.messages() || bytes >= bounds.bytes()) {
            return false;
        }
        messages.add(message);
        count(1, message);
        return true;
    }

    /** Removes messages, oldest first, as long as the taker accepts them. */
    void release(Predicate<QueuedMessage> taker) {
        for (var next = messages.peek(); next != null && taker.test(next); next = messages.peek()) {
            poll();
        }
    }

    /** Removes the oldest message, or returns {@code null} if there is none. */
    @Nullable
    QueuedMessage poll() {
        var message = messages.poll();
        if (message != null) {
            count(-1, message);
        }
        return message;
    }

    private void count(int more, QueuedMessage message) {
        bytes += (long) more * message.weight();
        size = messages.size();
    }

    /** Returns the number of messages; any thread may ask. */
    int size() {
        return size;
    }
}
