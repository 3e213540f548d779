package io.github.hivemqtdengine.pipeline;

import java.util.ArrayList;
import java.util.List;

/** The messages that are written together. For one lane's thread. */
final class Batch {

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

    /** A message was taken from the queue for this batch, whatever became of it. */
    void take(QueuedMessage message) {
        taken.add(message);
    }

    void add(MappedMessage message) {
        messages.add(message);
        rows += message.rows().size();
        bytes += message.queued().message().weight();
    }

    /** Messages without rows count too: those that have some must not wait behind them for ever. */
    boolean isFull() {
        return rows >= mostRows || taken.size() >= mostRows || bytes >= mostBytes;
    }

    /** How many more one-row messages fit, at least 1. */
    int room() {
        return Math.max(1, mostRows - Math.max(rows, taken.size()));
    }

    /** How many more bytes fit, at least 1. */
    long roomBytes() {
        return Math.max(1, mostBytes - bytes);
    }

    /** All that were taken from the queue, so the lane has to seal their fate. */
    List<QueuedMessage> taken() {
        return taken;
    }

    /** Those that are to be written. */
    List<MappedMessage> messages() {
        return messages;
    }
}
