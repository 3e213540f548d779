package io.github.hivemqtdengine.pipeline;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Messages that are not taken in yet, and not acknowledged, in the order in which they came. One thread at a time. */
final class WaitingRoom {

    private final QueueSettings bounds;
    private final Queue<QueuedMessage> messages = new ArrayDeque<>();
    private long bytes;
    private volatile int size;

    WaitingRoom(QueueSettings bounds) {
        this.bounds = bounds;
    }

    /** Lets a message in, behind the others; {@code false} if there is no room even here. */
    boolean offer(QueuedMessage message) {
        if (size >= bounds.messages() || bytes >= bounds.bytes()) {
            return false;
        }
        messages.add(message);
        count(1, message);
        return true;
    }

    /** Lets messages go, the oldest first, as long as they are taken. */
    void release(Predicate<QueuedMessage> taker) {
        for (var next = messages.peek(); next != null && taker.test(next); next = messages.peek()) {
            poll();
        }
    }

    /** Lets the oldest message go, or returns {@code null} if there is none. */
    @Nullable
    QueuedMessage poll() {
        var message = messages.poll();
        if (message != null) {
            count(-1, message);
        }
        return message;
    }

    private void count(int more, QueuedMessage message) {
        bytes += (long) more * message.message().weight();
        size = messages.size();
    }

    /** How many there are; any thread may ask. */
    int size() {
        return size;
    }
}
