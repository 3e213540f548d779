package io.github.hivemqtdengine.pipeline;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Delivered messages that their queue is not told of yet, since a dead letter of theirs, or of an earlier batch, is not known
 * to be on the disk. However many they are, it refers to three of them: what tells a queue the same. For the lane's thread.
 */
final class HeldBack {

    /** The last one that has a number in the log. */
    private @Nullable QueuedMessage lastLogged;
    /** The one that arrived last, of those that count for the clock of a later process. */
    private @Nullable QueuedMessage latest;
    /** The first one that is not settled: the queue is told of nothing after it. */
    private @Nullable QueuedMessage firstUnsettled;

    /** Returns whether there is none. */
    boolean isEmpty() {
        return lastLogged == null && latest == null && firstUnsettled == null;
    }

    /** Adds the next batch. */
    void add(List<QueuedMessage> batch, long nowMicros) {
        for (var message : batch) {
            if (firstUnsettled != null) {
                return;
            }
            add(message, nowMicros);
        }
    }

    private void add(QueuedMessage message, long nowMicros) {
        if (!message.isSettled()) {
            firstUnsettled = message;
            return;
        }
        if (message.number() > 0) {
            lastLogged = message;
        }
        long arrival = message.message().arrivalMicros();
        boolean counts = !message.message().replayed() && !ArrivalClock.isAhead(arrival, nowMicros);
        if (counts && (latest == null || arrival > latest.message().arrivalMicros())) {
            latest = message;
        }
    }

    /** Gives back messages that tell a queue as much as all that were added. */
    List<QueuedMessage> takeAll() {
        var all = new ArrayList<QueuedMessage>();
        for (var message : new @Nullable QueuedMessage[] {latest, lastLogged, firstUnsettled}) {
            if (message != null) {
                all.add(message);
            }
        }
        latest = null;
        lastLogged = null;
        firstUnsettled = null;
        return all;
    }
}
