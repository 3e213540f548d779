package io.github.hivemqtdengine.pipeline;

import java.util.ArrayList;
import java.util.List;

/** The messages that are written together. For one lane's thread. */
final class Batch {

    private final BatchSettings limits;
    private final List<MappedMessage> messages = new ArrayList<>();
    private int taken;
    private int rows;
    private long bytes;

    Batch(BatchSettings limits) {
        this.limits = limits;
    }

    /** A message was taken from the queue for this batch, whatever became of it. */
    void take() {
        taken++;
    }

    void add(MappedMessage message) {
        messages.add(message);
        rows += message.rows().size();
        bytes += message.queued().message().weight();
    }

    /** Messages without rows count too: those that have some must not wait behind them for ever. */
    boolean isFull() {
        return rows >= limits.rows() || taken >= limits.rows() || bytes >= limits.bytes();
    }

    /** How many more one-row messages fit, at least 1. */
    int room() {
        return Math.max(1, limits.rows() - Math.max(rows, taken));
    }

    /** How many more bytes fit, at least 1. */
    long roomBytes() {
        return Math.max(1, limits.bytes() - bytes);
    }

    List<MappedMessage> messages() {
        return messages;
    }
}
