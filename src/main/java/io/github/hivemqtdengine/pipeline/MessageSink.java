package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.Route;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Entrance for messages: a {@link Pipeline}, or a {@link RefusingSink} while there is none. May be used by any thread. */
public interface MessageSink {

    /** The routes that want what is published to this topic; empty for most. */
    List<Route> match(String topic);

    /** The routes that want messages of this source and topic. */
    List<Route> match(MessageSource source, String topic);

    /** Takes in a message for the routes that {@link #match(String)} found. */
    default void accept(List<Route> matched, InboundMessage message) {
        accept(matched, message, null);
    }

    /**
     * Takes in a message for the routes that {@link #match(String)} found.
     *
     * @param receipt what the message's acknowledgement waits for, or {@code null}
     */
    void accept(List<Route> matched, InboundMessage message, @Nullable Receipt receipt);

    /**
     * Makes a received message a dead letter of the routes that {@link #match(String)} found; waits for the disk of the
     * dead letters.
     *
     * @param receipt what the message's acknowledgement waits for, or {@code null}
     */
    void reject(List<Route> matched, RejectedMessage message, @Nullable Receipt receipt);

    /** Counts a message that is not taken in. */
    void drop(List<Route> matched, DropReason reason);
}
