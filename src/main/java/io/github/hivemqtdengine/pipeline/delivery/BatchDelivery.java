package io.github.hivemqtdengine.pipeline.delivery;

import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.pipeline.account.MappedMessage;
import io.github.hivemqtdengine.pipeline.account.Outcomes;
import java.util.ArrayList;
import java.util.List;

/**
 * Delivery of one lane's batches to the database; does what {@link RetryDecision} decides. A transient failure is
 * retried with the identical batch; a large batch that keeps failing is halved. A rejected batch is bisected until the
 * rejected message is alone. For the lane's thread.
 */
public final class BatchDelivery implements AutoCloseable {

    private final LaneWriter writer;
    private final PreWriteCheck check;
    private final RetryState retries;
    private final Outcomes outcomes;

    public BatchDelivery(LaneWriter writer, TimestampAllocator keys, RetryState retries, Outcomes outcomes) {
        this.writer = writer;
        this.check = new PreWriteCheck(writer, keys, retries, outcomes);
        this.retries = retries;
        this.outcomes = outcomes;
    }

    /** Stores the messages or turns them into dead letters, however long that takes; gives up after the drain time. */
    public void deliver(List<MappedMessage> batch) {
        write(batch, RetryDecision.NO_FAILURE);
        retries.endWait();
    }

    /** Connects before the first batch, so that an unreachable database is reported early. */
    public void connect() {
        try {
            writer.open();
            retries.reportReachable();
        } catch (WriteException e) {
            retries.reportUnreachable(e);
        }
    }

    /** Connects again, from time to time, if {@link #connect} failed, so that the end of an outage is reported too. */
    public void reconnect() {
        if (retries.beginReconnect()) {
            connect();
        }
    }

    /** Writes until every message is stored, a dead letter, or given up. */
    private void write(List<MappedMessage> messages, RetryDecision start) {
        var last = start;
        for (var batch = check.writable(messages); !batch.isEmpty(); batch = check.writable(batch)) {
            var rows = rows(batch);
            boolean isAnswered = last.isConnectionLost() && retries.maySuspect(batch.size()) && probe(rows);
            retries.beginWrite();
            try {
                // a batch without rows is no evidence about the database
                outcomes.completeStored(batch, rows.isEmpty() ? 0 : store(rows, batch.size()));
                return;
            } catch (WriteException failure) {
                var others = rejectNamed(batch, failure);
                if (others.size() == batch.size()) {
                    last = last.next(failure, isAnswered, batch.size() == 1, WritePace.mayBeTooLarge(messages));
                    others = act(batch, failure, last);
                }
                batch = others;
            }
        }
    }

    private boolean probe(List<Row> rows) {
        return !rows.isEmpty() && writer.probe(rows);
    }

    private long store(List<Row> rows, int messages) throws WriteException {
        long nanos = writer.write(rows, messages);
        retries.recordSuccess();
        return nanos;
    }

    /** Rejects the messages that the failure names, and returns the others, which then need no bisect. */
    private List<MappedMessage> rejectNamed(List<MappedMessage> batch, WriteException failure) {
        var others = new ArrayList<MappedMessage>(batch.size());
        for (var message : batch) {
            var objection = failure.objection(message.rows());
            if (objection.isPresent()) {
                retries.endWait();
                check.reject(message, objection.get());
            } else {
                others.add(message);
            }
        }
        return others;
    }

    /** Does what follows the failure; returns the messages to write again. */
    private List<MappedMessage> act(List<MappedMessage> batch, WriteException failure, RetryDecision decision) {
        switch (decision.action()) {
            case RETRY -> {
                return waitOut(batch, failure) ? batch : List.of();
            }
            case HALVE -> {
                if (waitOut(batch, failure)) {
                    writeHalves(batch, decision);
                }
            }
            case SPLIT -> {
                retries.endWait();
                writeHalves(batch, decision);
            }
            case REJECT -> {
                retries.recordDeadLetter(failure.kind());
                check.reject(batch.get(0), failure.sentence());
            }
            case ISOLATE -> {
                retries.recordDeadLetter(failure.kind());
                check.isolate(batch.get(0), failure.sentence());
            }
        }
        return List.of();
    }

    /** Waits before the next attempt; gives up and returns {@code false} if the drain time is over. */
    private boolean waitOut(List<MappedMessage> batch, WriteException failure) {
        retries.waitOut(failure);
        if (retries.isOver()) {
            check.stop(batch);
            return false;
        }
        outcomes.countRetries(batch);
        return true;
    }

    private static List<Row> rows(List<MappedMessage> batch) {
        var rows = new ArrayList<Row>(batch.size());
        for (var message : batch) {
            for (var row : message.rows()) { // addAll copies to an array first, which is slower for few rows
                rows.add(row);
            }
        }
        return rows;
    }

    private void writeHalves(List<MappedMessage> batch, RetryDecision decision) {
        int half = batch.size() / 2;
        for (var part : List.of(batch.subList(0, half), batch.subList(half, batch.size()))) {
            write(part, decision.ofPart(part.size() == 1, retries.suspectsDatabase()));
        }
    }

    @Override
    public void close() {
        writer.close();
    }
}
