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
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pre-write check of a batch: selects the messages that can be written now and gives their rows final timestamps.
 * Rejected messages become dead letters. For the lane's thread.
 */
final class PreWriteCheck {

    private static final Logger LOG = LoggerFactory.getLogger(PreWriteCheck.class);

    private final LaneWriter writer;
    private final TimestampAllocator keys;
    private final RetryState retries;
    private final Outcomes outcomes;

    PreWriteCheck(LaneWriter writer, TimestampAllocator keys, RetryState retries, Outcomes outcomes) {
        this.writer = writer;
        this.keys = keys;
        this.retries = retries;
        this.outcomes = outcomes;
    }

    /** Returns the writable messages with their final timestamps; waits for the database if necessary. */
    List<MappedMessage> writable(List<MappedMessage> batch) {
        if (batch.isEmpty()) {
            return batch;
        }
        var accepted = connect().isPresent() ? rejectObjected(batch) : batch;
        var precision = connect(); // checking a table may have lost the connection
        if (precision.isEmpty()) {
            stop(accepted);
            return List.of();
        }
        return assignKeys(accepted, precision.get());
    }

    /** Waits until the database can be reached; returns empty if the drain time is over first. */
    private Optional<Precision> connect() {
        while (!retries.isOver()) {
            try {
                return Optional.of(writer.open());
            } catch (WriteException e) {
                retries.waitForConnect(e);
            }
        }
        return Optional.empty();
    }

    /** Removes messages for tables that need an operator: they must not delay the others or cause a bisect. */
    private List<MappedMessage> rejectObjected(List<MappedMessage> batch) {
        var objections = objections(batch);
        if (objections.isEmpty()) {
            return batch;
        }
        var accepted = new ArrayList<MappedMessage>(batch.size());
        for (var message : batch) {
            var objection = tables(message).stream()
                    .flatMap(table -> Stream.ofNullable(objections.get(table)))
                    .findFirst();
            if (objection.isEmpty()) {
                accepted.add(message);
            } else {
                reject(message, objection.get());
            }
        }
        return accepted;
    }

    /** Checks each table of the batch once; returns the objections by table. */
    private Map<TableHandle, String> objections(List<MappedMessage> batch) {
        var objections = new HashMap<TableHandle, String>();
        var checked = new HashSet<TableHandle>();
        TableHandle last = null; // most messages are for the table of the previous one
        for (var message : batch) {
            for (var table : tables(message)) {
                if (table != last && checked.add(table)) {
                    objection(table).ifPresent(why -> objections.put(table, why));
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

    /** Skipped once the drain time is over: a check may take as long as a write, and there may be many tables. */
    private Optional<String> objection(TableHandle table) {
        return retries.isOver() ? Optional.empty() : writer.objection(table);
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

    /** Turns a message that the database rejects into a dead letter. */
    void reject(MappedMessage message, String why) {
        keys.release(message);
        outcomes.deadLetter(message.queued(), DeadLetterReason.REJECTED, why);
    }

    /** Turns a message into a suspect dead letter: the database answers, but not when it writes the message. */
    void isolate(MappedMessage message, String why) {
        var queued = message.queued();
        LOG.warn(
                "Message with topic \"{}\", route \"{}\", isolated as a dead letter: the database"
                        + " answers queries, but fails when it writes this message; replay it once the database is"
                        + " repaired: {}",
                queued.message().topic(),
                queued.routeId(),
                why);
        keys.release(message);
        outcomes.deadLetter(queued, DeadLetterReason.SUSPECT, why);
    }

    /** Ends the messages of a batch that the database did not take within the drain time. */
    void stop(List<MappedMessage> batch) {
        batch.forEach(message -> outcomes.rejectAfterStop(message.queued()));
    }
}
