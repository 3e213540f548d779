package io.github.hivemqtdengine.pipeline;

import java.util.ArrayList;
import java.util.List;

/** The messages that are written together. For one lane's thread. */
final class Batch {

    private final BatchSettings limits;
    private final List<MappedMessage> messages = new ArrayList<>();
    private int rows;
    private long bytes;

    Batch(BatchSettings limits) {
        this.limits = limits;
    }

    void add(MappedMessage message) {
        messages.add(message);
        rows += message.rows().size();
        bytes += message.queued().message().weight();
    }

    boolean isFull() {
        return rows >= limits.rows() || bytes >= limits.bytes();
    }

    /** How many more one-row messages fit, at least 1. */
    int room() {
        return Math.max(1, limits.rows() - rows);
    }

    List<MappedMessage> messages() {
        return messages;
    }
}
