// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.pipeline.account.MappedMessage;
import io.github.hivemqtdengine.pipeline.account.Outcomes;
import io.github.hivemqtdengine.route.conversion.MappingException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivery of one lane's batches to the database: connects, rejects messages for broken tables, assigns final keys,
 * writes, and does what {@link RetryDecision} decides. A transient failure is retried with the identical batch; a large
 * batch that keeps failing is halved. A rejected batch is bisected until the rejected message is alone. For the lane's
 * thread.
 */
public final class BatchDelivery implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(BatchDelivery.class);

    private final LaneWriter writer;
    private final TimestampAllocator keys;
    private final RetryState retries;
    private final Outcomes outcomes;

    public BatchDelivery(LaneWriter writer, TimestampAllocator keys, RetryState retries, Outcomes outcomes) {
        this.writer = writer;
        this.keys = keys;
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
        for (var batch = writable(messages); !batch.isEmpty(); batch = writable(batch)) {
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

    /** Returns the writable messages with their final timestamps; waits for the database if necessary. */
    private List<MappedMessage> writable(List<MappedMessage> batch) {
        if (batch.isEmpty()) {
            return batch;
        }
        var accepted = awaitConnection().isPresent() ? rejectObjected(batch) : batch;
        var precision = awaitConnection(); // checking a table may have lost the connection
        if (precision.isEmpty()) {
            stop(accepted);
            return List.of();
        }
        return assignKeys(accepted, precision.get());
    }

    /** Waits until the database can be reached; returns empty if the drain time is over first. */
    private Optional<Precision> awaitConnection() {
        while (!retries.isOver()) {
            try {
                return Optional.of(writer.open());
            } catch (WriteException e) {
                retries.waitForConnect(e);
            }
        }
        return Optional.empty();
    }

    /** Rejects messages for tables that need an operator: they must not delay the others or cause a bisect. */
    private List<MappedMessage> rejectObjected(List<MappedMessage> batch) {
        var objections = objections(batch);
        return objections.isEmpty()
                ? batch
                : others(
                        batch,
                        message -> tables(message).stream()
                                .flatMap(table -> Stream.ofNullable(objections.get(table)))
                                .findFirst(),
                        this::reject);
    }

    /**
     * Checks each table of the batch once; returns the objections by table. Skipped once the drain time is over: a check
     * may take as long as a write, and there may be many tables.
     */
    private Map<TableHandle, String> objections(List<MappedMessage> batch) {
        var objections = new HashMap<TableHandle, String>();
        var checked = new HashSet<TableHandle>();
        TableHandle last = null; // most messages are for the table of the previous one
        for (var message : batch) {
            for (var table : tables(message)) {
                if (table != last && checked.add(table) && !retries.isOver()) {
                    writer.objection(table).ifPresent(why -> objections.put(table, why));
                }
                last = table;
            }
        }
        return objections;
    }

    /** Returns only those of the route's tables that the message has rows for. */
    private static List<TableHandle> tables(MappedMessage message) {
        var all = message.route().tables();
        return all.size() <= 1
                ? all
                : message.rows().stream().map(Row::table).distinct().toList();
    }

    private List<MappedMessage> assignKeys(List<MappedMessage> batch, Precision precision) {
        var keyed = new ArrayList<MappedMessage>(batch.size());
        for (var message : batch) {
            try {
                keyed.add(keys.assign(message, precision));
            } catch (MappingException e) {
                writer.yieldTurn();
                outcomes.rejectUnmapped(message.queued(), e);
            }
        }
        return keyed;
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
        return others(batch, message -> failure.objection(message.rows()), (message, why) -> {
            retries.endWait();
            reject(message, why);
        });
    }

    /** Returns the messages without an objection, and passes on the others with it. */
    private static List<MappedMessage> others(
            List<MappedMessage> batch,
            Function<MappedMessage, Optional<String>> objections,
            BiConsumer<MappedMessage, String> rejection) {
        var others = new ArrayList<MappedMessage>(batch.size());
        for (var message : batch) {
            var objection = objections.apply(message);
            if (objection.isPresent()) {
                rejection.accept(message, objection.get());
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
                reject(batch.get(0), failure.sentence());
            }
            case ISOLATE -> {
                retries.recordDeadLetter(failure.kind());
                isolate(batch.get(0), failure.sentence());
            }
        }
        return List.of();
    }

    /** Waits before the next attempt; gives up and returns {@code false} if the drain time is over. */
    private boolean waitOut(List<MappedMessage> batch, WriteException failure) {
        retries.waitOut(failure);
        if (retries.isOver()) {
            stop(batch);
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

    private void reject(MappedMessage message, String why) {
        deadLetter(message, DeadLetterReason.REJECTED, why);
    }

    private void isolate(MappedMessage message, String why) {
        var queued = message.queued();
        LOG.warn(
                "Message with topic \"{}\", route \"{}\", isolated as a dead letter: the database"
                        + " answers queries, but fails when it writes this message; replay it once the database is"
                        + " repaired: {}",
                queued.message().topic(),
                queued.routeId(),
                why);
        deadLetter(message, DeadLetterReason.SUSPECT, why);
    }

    private void deadLetter(MappedMessage message, DeadLetterReason reason, String why) {
        keys.release(message);
        outcomes.deadLetter(message.queued(), reason, why);
    }

    /** Ends the messages of a batch that the database did not take within the drain time. */
    private void stop(List<MappedMessage> batch) {
        batch.forEach(message -> outcomes.rejectAfterStop(message.queued()));
    }

    @Override
    public void close() {
        writer.close();
    }
}
