package io.github.hivemqtdengine.pipeline.delivery;

import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.pipeline.account.MappedMessage;
import io.github.hivemqtdengine.pipeline.account.Outcomes;
import java.util.ArrayList;
import java.util.List;

/**
 * Delivery of one lane's batches to the database; does what {@link RetryPolicy} decides. A transient failure is retried
 * with the identical batch; a large batch that keeps failing is halved. A rejected batch is bisected until the rejected
 * message is alone. For the lane's thread.
 */
public final class BatchDelivery implements AutoCloseable {

    private final LaneWriter writer;
    private final PreWriteCheck preWriteCheck;
    private final Recovery recovery;
    private final Outcomes outcomes;

    public BatchDelivery(LaneWriter writer, TimestampAllocator keys, Recovery recovery, Outcomes outcomes) {
        this.writer = writer;
        this.preWriteCheck = new PreWriteCheck(writer, keys, recovery, outcomes);
        this.recovery = recovery;
        this.outcomes = outcomes;
    }

    /** Stores the messages or turns them into dead letters, however long that takes; gives up after the drain time. */
    public void deliver(List<MappedMessage> batch) {
        write(batch, new RetryAttempts(batch));
        recovery.endWait();
    }

    /** Connects before the first batch, so that an unreachable database is reported early. */
    public void connect() {
        try {
            writer.open();
        } catch (WriteException e) {
            recovery.reportUnreachable(e);
        }
    }

    /** Writes until every message is stored, a dead letter, or given up. */
    private void write(List<MappedMessage> messages, RetryAttempts trial) {
        for (var batch = messages; !batch.isEmpty(); ) {
            batch = preWriteCheck.writable(batch);
            if (!batch.isEmpty()) {
                batch = tryToWrite(batch, trial);
            }
        }
    }

    /** Writes once; returns the messages to write again. */
    private List<MappedMessage> tryToWrite(List<MappedMessage> batch, RetryAttempts trial) {
        var rows = rows(batch);
        trial.setAnswered(trial.isLost() && recovery.maySuspect(batch.size()) && probe(rows));
        recovery.beginWrite();
        try {
            // a batch without rows is no evidence about the database
            outcomes.completeStored(batch, rows.isEmpty() ? 0 : store(rows, batch.size()));
            return List.of();
        } catch (WriteException failure) {
            var innocent = innocent(batch, failure);
            return innocent.size() == batch.size() ? afterFailure(batch, failure, trial) : innocent;
        }
    }

    private boolean probe(List<Row> rows) {
        return !rows.isEmpty() && writer.probe(rows);
    }

    private long store(List<Row> rows, int messages) throws WriteException {
        long nanos = writer.write(rows, messages);
        recovery.recordSuccess();
        return nanos;
    }

    /** Rejects the messages that the failure names, and returns the others, which then need no bisect. */
    private List<MappedMessage> innocent(List<MappedMessage> batch, WriteException failure) {
        var innocent = new ArrayList<MappedMessage>(batch.size());
        for (var message : batch) {
            var refusal = failure.refusal(message.rows());
            if (refusal.isPresent()) {
                recovery.endWait();
                preWriteCheck.reject(message, refusal.get());
            } else {
                innocent.add(message);
            }
        }
        return innocent;
    }

    private List<MappedMessage> afterFailure(List<MappedMessage> batch, WriteException failure, RetryAttempts trial) {
        trial.recordFailure(failure);
        switch (recovery.afterFailure(failure, trial, batch.size())) {
            case RETRY -> {
                outcomes.countRetries(batch);
                return batch;
            }
            case HALVE -> {
                outcomes.countRetries(batch);
                writeHalves(batch, trial);
            }
            case SPLIT -> writeHalves(batch, trial);
            case REJECT -> preWriteCheck.reject(batch.get(0), failure.sentence());
            case ISOLATE -> preWriteCheck.isolate(batch.get(0), failure.sentence());
            case GIVE_UP -> preWriteCheck.stop(batch);
        }
        return List.of();
    }

    private static List<Row> rows(List<MappedMessage> batch) {
        var rows = new ArrayList<Row>(batch.size());
        batch.forEach(message -> rows.addAll(message.rows()));
        return rows;
    }

    private void writeHalves(List<MappedMessage> batch, RetryAttempts trial) {
        int half = batch.size() / 2;
        for (var part : List.of(batch.subList(0, half), batch.subList(half, batch.size()))) {
            write(part, trial.ofPart(part, recovery.suspectsDatabase()));
        }
    }

    @Override
    public void close() {
        writer.close();
    }
}
