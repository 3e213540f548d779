// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

import io.github.hivemqtdengine.decode.NotStoredYetException;
import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.Lost;
import io.github.hivemqtdengine.pipeline.account.MappedMessage;
import io.github.hivemqtdengine.pipeline.account.Outcomes;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.conversion.MappingException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mapper of queued messages to rows by the current route of their route id; unmappable messages become dead letters.
 * Shared by the lanes of a database.
 */
public final class MessageMapper {

    private static final Logger LOG = LoggerFactory.getLogger(MessageMapper.class);

    private final Function<String, Optional<Route>> routes;
    private final Consumer<Lost> losses;
    private final Outcomes outcomes;

    /**
     * @param routes lookup of the current routes by id, those of the lanes' database only
     * @param losses receives the messages that no route of this database maps
     */
    public MessageMapper(Function<String, Optional<Route>> routes, Consumer<Lost> losses, Outcomes outcomes) {
        this.routes = routes;
        this.losses = losses;
        this.outcomes = outcomes;
    }

    /** Turns a message that has crashed the process into a dead letter without decoding it. */
    void rejectSuspect(QueuedMessage queued) {
        var message = queued.message();
        LOG.warn(
                "Route \"{}\": a message with topic \"{}\", {} bytes, was being processed when the"
                        + " broker's process died, {} times; it becomes a dead letter (suspect); examine"
                        + " it before you replay it",
                queued.routeId(),
                message.topic(),
                message.payload().length,
                Caution.MAX_CRASHES);
        losses.accept(Lost.of(queued.routeId(), message));
        outcomes.deadLetter(
                queued,
                DeadLetterReason.SUSPECT,
                "the broker's process died " + Caution.MAX_CRASHES + " times while the message was processed");
    }

    /**
     * Maps a message.
     *
     * @param caution notes the message, but not while it waits for the disk, as a dead letter may
     * @return empty if the message is completed, or left to the next process
     */
    public Optional<MappedMessage> map(QueuedMessage queued, Caution caution) {
        while (true) {
            caution.beginMapping(queued.number());
            try {
                return mapOnce(queued, caution);
            } catch (NotStoredYetException e) {
                caution.yieldTurn();
                if (!outcomes.awaitDisk(queued)) {
                    return Optional.empty();
                }
            }
        }
    }

    private Optional<MappedMessage> mapOnce(QueuedMessage queued, Caution caution) {
        var route = routes.apply(queued.routeId());
        if (route.isEmpty()) {
            caution.yieldTurn();
            losses.accept(Lost.of(queued.routeId(), queued.message())); // the route may store in another database now
            outcomes.rejectWithoutRoute(queued);
            return Optional.empty();
        }
        try {
            var rows = route.get().rows(queued.message(), queued.account());
            if (rows.isEmpty()) {
                outcomes.dropWithoutRows(queued);
                return Optional.empty();
            }
            return Optional.of(new MappedMessage(queued, route.get(), rows));
        } catch (MappingException e) {
            caution.yieldTurn();
            outcomes.rejectUnmapped(queued, e);
        } catch (NotStoredYetException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            caution.yieldTurn();
            LOG.error(
                    "Internal error: route \"{}\" failed on a message with topic \"{}\", which becomes a"
                            + " dead letter; please report it",
                    queued.routeId(),
                    queued.message().topic(),
                    e);
            losses.accept(Lost.of(queued.routeId(), queued.message()));
            outcomes.deadLetter(queued, DeadLetterReason.DEFECT, e.toString());
        }
        return Optional.empty();
    }
}
