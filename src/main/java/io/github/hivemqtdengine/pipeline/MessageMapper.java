package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.route.MappingException;
import io.github.hivemqtdengine.route.Route;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns a queued message into rows by the route that its id names now; what can't be mapped becomes a dead letter.
 * Shared by the lanes of a database.
 */
final class MessageMapper {

    private static final Logger LOG = LoggerFactory.getLogger(MessageMapper.class);

    private final Function<String, Optional<Route>> routes;
    private final Outcomes outcomes;
    private final TagChanges tagChanges;
    private final LatestRows latest = new LatestRows();

    /** @param routes the routes of now by their ids, those of the lanes' database only */
    MessageMapper(Function<String, Optional<Route>> routes, Outcomes outcomes, TagChanges tagChanges) {
        this.routes = routes;
        this.outcomes = outcomes;
        this.tagChanges = tagChanges;
    }

    /** Makes a message a dead letter without decoding it, since that has ended the process before. */
    void rejectSuspect(QueuedMessage queued) {
        var message = queued.message();
        LOG.warn(
                "Route {}: a message of topic {}, {} bytes, was being processed when the broker's process died, {} times"
                        + " in a row; it becomes a dead letter (suspect)",
                queued.routeId(),
                message.topic(),
                message.payload().length,
                Caution.DEATHS);
        outcomes.deadLetter(
                queued,
                DeadLetter.Reason.SUSPECT,
                "the broker's process died " + Caution.DEATHS + " times in a row while the message was processed");
    }

    /** The mapped message, or nothing if its fate is sealed already. */
    Optional<MappedMessage> map(QueuedMessage queued) {
        return map(queued, () -> {});
    }

    /**
     * The same.
     *
     * @param survived runs where the message can't be mapped, before it becomes a dead letter, which may wait for a disk
     */
    Optional<MappedMessage> map(QueuedMessage queued, Runnable survived) {
        var route = routes.apply(queued.routeId());
        if (route.isEmpty()) {
            survived.run();
            outcomes.withoutRoute(queued);
            return Optional.empty();
        }
        try {
            var rows = latest.worthStoring(
                    route.get().rows(queued.message(), queued.account()),
                    route.get(),
                    queued.message().replayed(),
                    queued.account());
            if (rows.isEmpty()) {
                outcomes.withoutRows(queued);
                return Optional.empty();
            }
            if (route.get().tagsMayChange()) {
                queued.account().changeTags(tagChanges.in(rows, route.get()));
            }
            return Optional.of(new MappedMessage(queued, route.get(), rows));
        } catch (MappingException e) {
            survived.run();
            outcomes.unmapped(queued, e);
        } catch (RuntimeException | Error e) {
            survived.run();
            LOG.error(
                    "Route {} failed on a message of topic {}",
                    queued.routeId(),
                    queued.message().topic(),
                    e);
            outcomes.deadLetter(queued, DeadLetter.Reason.DEFECT, e.toString());
        }
        return Optional.empty();
    }
}
