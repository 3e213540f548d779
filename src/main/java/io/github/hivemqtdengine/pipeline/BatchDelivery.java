package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.pipeline.RetryPolicy.Action;
import io.github.hivemqtdengine.route.MappingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Brings the batches of one lane into the database: the one place that decides what becomes of a batch. A failure that
 * passes is waited out with the identical batch; a batch that the database refuses is halved until the guilty message is
 * alone. For the lane's thread.
 */
final class BatchDelivery {

    private static final int MAX_DOUBTFUL_LETTERS = 3;

    private final BatchWriter writer;
    private final TimeKeys keys;
    private final Recovery recovery;
    private final Outcomes outcomes;
    /** Dead letters in a row that a failure of unknown cause has made, since the last write that succeeded. */
    private int doubtfulLetters;

    BatchDelivery(BatchWriter writer, TimeKeys keys, Recovery recovery, Outcomes outcomes) {
        this.writer = writer;
        this.keys = keys;
        this.recovery = recovery;
        this.outcomes = outcomes;
    }

    /** Stores the messages, however long it takes, or seals their fate otherwise. */
    void deliver(List<MappedMessage> batch) {
        var precision = connect();
        if (precision.isEmpty()) {
            batch.forEach(message -> outcomes.stopped(message.queued()));
        } else {
            write(withKeys(accepted(batch), precision.get()), 0);
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
        for (int failures = 1; ; failures++) {
            try {
                return Optional.of(writer.precision());
            } catch (WriteException e) {
                if (recovery.afterFailedConnect(e, failures) == Action.GIVE_UP) {
                    return Optional.empty();
                }
            }
        }
    }

    /** Without the messages for tables that need an operator: they must not make the others wait, or be bisected. */
    private List<MappedMessage> accepted(List<MappedMessage> batch) {
        var accepted = new ArrayList<MappedMessage>(batch.size());
        for (var message : batch) {
            var objection = writer.objection(message.route().table());
            if (objection.isEmpty()) {
                accepted.add(message);
            } else {
                outcomes.deadLetter(message.queued(), DeadLetter.Reason.REJECTED, objection.get());
            }
        }
        return accepted;
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
     * @param earlierDoubts how many doubtful failures these messages had in a larger batch: such a failure is not waited
     *     out again in each half
     */
    private void write(List<MappedMessage> batch, int earlierDoubts) {
        var rows = rows(batch);
        int doubts = isDatabaseSuspected() ? 0 : earlierDoubts;
        for (int failures = 1; ; failures++) {
            long start = System.nanoTime();
            var failure = tryWrite(rows);
            if (failure == null) {
                outcomes.stored(batch, System.nanoTime() - start);
                return;
            }
            doubts += failure.kind().isDoubtful() ? 1 : 0;
            var action = recovery.afterFailure(failure, failures + doubtfulLetters, doubts, blamesDatabase(failure));
            if (action != Action.RETRY) {
                end(batch, action, failure, Math.max(0, doubts - 1));
                return;
            }
            outcomes.retried(batch);
        }
    }

    private boolean blamesDatabase(WriteException failure) {
        return !failure.kind().isDoubtful() || isDatabaseSuspected();
    }

    /** One guilty message after the other, and nothing stored in between: then each is given time again. */
    private boolean isDatabaseSuspected() {
        return doubtfulLetters >= MAX_DOUBTFUL_LETTERS;
    }

    private static List<Row> rows(List<MappedMessage> batch) {
        var rows = new ArrayList<Row>(batch.size());
        batch.forEach(message -> rows.addAll(message.rows()));
        return rows;
    }

    private @Nullable WriteException tryWrite(List<Row> rows) {
        if (rows.isEmpty()) {
            return null; // says nothing about the database
        }
        try {
            writer.write(rows);
            recovery.succeeded();
            doubtfulLetters = 0;
            return null;
        } catch (WriteException e) {
            return e;
        }
    }

    private void end(List<MappedMessage> batch, Action action, WriteException failure, int earlierDoubts) {
        if (action == Action.SPLIT && batch.size() == 1) {
            doubtfulLetters += failure.kind().isDoubtful() ? 1 : 0;
            outcomes.deadLetter(batch.get(0).queued(), DeadLetter.Reason.REJECTED, failure.sentence());
        } else if (action == Action.GIVE_UP || recovery.isOver()) {
            batch.forEach(message -> outcomes.stopped(message.queued()));
        } else {
            int half = batch.size() / 2;
            write(batch.subList(0, half), earlierDoubts);
            write(batch.subList(half, batch.size()), earlierDoubts);
        }
    }
}
