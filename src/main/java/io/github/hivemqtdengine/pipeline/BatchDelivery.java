package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.Table;
import io.github.hivemqtdengine.pipeline.RetryPolicy.Action;
import io.github.hivemqtdengine.route.MappingException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;

/**
 * Brings the batches of one lane into the database: the one place that decides what becomes of a batch. A failure that
 * passes is waited out with the identical batch, a batch that fails again and again is halved because of its size, and
 * one that the database refuses is halved until the guilty message is alone. For the lane's thread.
 */
final class BatchDelivery implements AutoCloseable {

    private final LaneWriter writer;
    private final TimeKeys keys;
    private final Recovery recovery;
    private final Outcomes outcomes;

    BatchDelivery(LaneWriter writer, TimeKeys keys, Recovery recovery, Outcomes outcomes) {
        this.writer = writer;
        this.keys = keys;
        this.recovery = recovery;
        this.outcomes = outcomes;
    }

    /** Stores the messages, however long it takes, or seals their fate otherwise. */
    void deliver(List<MappedMessage> batch) {
        var precision = connect();
        var accepted = precision.isEmpty() ? batch : accepted(batch);
        if (precision.isEmpty() || recovery.isOver()) {
            accepted.forEach(message -> outcomes.stopped(message.queued()));
        } else {
            write(withKeys(accepted, precision.get()), 0, 0);
        }
    }

    /** Connects before there is something to write, so that a database that can't be reached is known early. */
    void knock() {
        try {
            writer.precision();
        } catch (WriteException e) {
            recovery.unreachable(e);
        }
    }

    /** Waits until the database can be reached; nothing if the time to drain is over before. */
    private Optional<Precision> connect() {
        while (true) {
            try {
                return Optional.of(writer.precision());
            } catch (WriteException e) {
                if (recovery.afterFailedConnect(e) == Action.GIVE_UP) {
                    return Optional.empty();
                }
            }
        }
    }

    /** Without the messages for tables that need an operator: they must not make the others wait, or be bisected. */
    private List<MappedMessage> accepted(List<MappedMessage> batch) {
        var accepted = new ArrayList<MappedMessage>(batch.size());
        var objections = new IdentityHashMap<Table, Optional<String>>();
        for (var message : batch) {
            var objection = objections.computeIfAbsent(message.route().table(), this::objection);
            if (objection.isEmpty()) {
                accepted.add(message);
            } else {
                outcomes.deadLetter(message.queued(), DeadLetter.Reason.REJECTED, objection.get());
            }
        }
        return accepted;
    }

    /** A look at a table may take as long as a write, and there may be many tables. */
    private Optional<String> objection(Table table) {
        return recovery.isOver() ? Optional.empty() : writer.objection(table);
    }

    private List<MappedMessage> withKeys(List<MappedMessage> batch, Precision precision) {
        var keyed = new ArrayList<MappedMessage>(batch.size());
        for (var message : batch) {
            try {
                keyed.add(keys.assign(message, precision));
            } catch (MappingException e) {
                outcomes.unmapped(message.queued(), e);
            }
        }
        return keyed;
    }

    /**
     * Writes until the fate of every message is sealed.
     *
     * @param earlierDoubts how many doubtful failures these messages had in a larger batch
     * @param earlierPassing how many failures that pass they had there in a row
     */
    private void write(List<MappedMessage> batch, int earlierDoubts, int earlierPassing) {
        var rows = rows(batch);
        if (rows.isEmpty()) {
            outcomes.stored(batch, 0); // says nothing about the database
            return;
        }
        int doubts = recovery.suspectsDatabase() ? 0 : earlierDoubts;
        var trial = new Trial(batch.size(), rows.size(), bytes(batch), doubts, earlierPassing);
        while (true) {
            try {
                long nanos = writer.write(rows, batch.size());
                recovery.succeeded();
                outcomes.stored(batch, nanos);
                return;
            } catch (WriteException failure) {
                trial.failed(failure.kind());
                var action = recovery.afterFailure(failure, trial);
                if (action == Action.RETRY || action == Action.HALVE) {
                    outcomes.retried(batch);
                }
                if (action != Action.RETRY) {
                    end(batch, action, failure, trial);
                    return;
                }
            }
        }
    }

    private static List<Row> rows(List<MappedMessage> batch) {
        var rows = new ArrayList<Row>(batch.size());
        batch.forEach(message -> rows.addAll(message.rows()));
        return rows;
    }

    private static long bytes(List<MappedMessage> batch) {
        long bytes = 0;
        for (var message : batch) {
            bytes += message.queued().message().weight();
        }
        return bytes;
    }

    private void end(List<MappedMessage> batch, Action action, WriteException failure, Trial trial) {
        if (action == Action.SPLIT && batch.size() == 1) {
            recovery.deadLetterMade(failure.kind());
            outcomes.deadLetter(batch.get(0).queued(), DeadLetter.Reason.REJECTED, failure.sentence());
        } else if (action == Action.GIVE_UP || recovery.isOver()) {
            batch.forEach(message -> outcomes.stopped(message.queued()));
        } else {
            int half = batch.size() / 2;
            for (var part : List.of(batch.subList(0, half), batch.subList(half, batch.size()))) {
                write(part, trial.doubtsOfHalves(), trial.passingOfHalves());
            }
        }
    }

    @Override
    public void close() {
        writer.close();
    }
}
