package io.github.hivemqtdengine.pipeline.delivery;

import io.github.hivemqtdengine.pipeline.account.MappedMessage;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import java.util.ArrayList;
import java.util.List;

/** Messages that are written together. For one lane's thread. */
public final class Batch {

    private final int mostRows;
    private final long mostBytes;
    private final List<QueuedMessage> taken = new ArrayList<>();
    private final List<MappedMessage> messages = new ArrayList<>();
    private int rows;
    private long bytes;

    Batch(int mostRows, long mostBytes) {
        this.mostRows = mostRows;
        this.mostBytes = mostBytes;
    }

    /** Records a message taken from the queue for this batch, whether or not it is written. */
    void take(QueuedMessage message) {
        taken.add(message);
    }

    void add(MappedMessage message) {
        messages.add(message);
        rows += message.rows().size();
        bytes += message.queued().message().weight();
    }

    /** Counts messages without rows too, so that messages with rows do not wait for ever. */
    boolean isFull() {
        return rows >= mostRows || taken.size() >= mostRows || bytes >= mostBytes;
    }

    /** Returns how many more one-row messages fit, at least 1. */
    int room() {
        return Math.max(1, mostRows - Math.max(rows, taken.size()));
    }

    /** Returns how many more bytes fit, at least 1. */
    long roomBytes() {
        return Math.max(1, mostBytes - bytes);
    }

    /** Returns all messages taken from the queue; the lane must complete each of them. */
    public List<QueuedMessage> taken() {
        return taken;
    }

    /** Returns the messages to write. */
    public List<MappedMessage> messages() {
        return messages;
    }
}
