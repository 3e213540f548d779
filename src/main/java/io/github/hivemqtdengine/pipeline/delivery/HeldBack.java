package io.github.hivemqtdengine.pipeline.delivery;

import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.time.ArrivalClock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Delivered messages whose completion is not yet reported to the queue: a dead letter so far may not be on the disk.
 * Keeps at most three of them, which inform the queue as well as all of them. For the lane's thread.
 */
public final class HeldBack {

    /** Last message with a number in the log. */
    private @Nullable QueuedMessage lastLogged;
    /** Latest arrival, of the messages that count for the clock of a later process. */
    private @Nullable QueuedMessage latest;
    /** First message that is not completed: the queue learns of nothing after it. */
    private @Nullable QueuedMessage firstUnsettled;

    public boolean isEmpty() {
        return lastLogged == null && latest == null && firstUnsettled == null;
    }

    /** Adds the next batch. */
    public void add(List<QueuedMessage> batch, long nowMicros) {
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

    /** Removes and returns messages that inform a queue as well as all that were added. */
    public List<QueuedMessage> takeAll() {
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
