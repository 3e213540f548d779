// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.pipeline.account.RejectedMessage;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.Route;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Intake of messages: a {@link Pipeline}, or a {@link RefusingSink} if it can't start. May be used by any thread. */
public interface MessageSink {

    /** Returns the routes that match a topic; usually none. */
    List<Route> match(String topic);

    /** Returns the routes that match a source and topic. */
    List<Route> match(MessageSource source, String topic);

    /**
     * Returns those of the matched routes whose filters admit a message, and counts it as filtered for the others.
     *
     * @param message the message; its payload is not read
     * @param payloadBytes the size of its payload
     */
    default List<Route> filter(List<Route> matched, InboundMessage message, int payloadBytes) {
        return matched;
    }

    /** Accepts a message for the routes that {@link #match(String)} found. */
    default void accept(List<Route> matched, InboundMessage message) {
        accept(matched, message, null);
    }

    /**
     * Accepts a message for the routes that {@link #match(String)} found.
     *
     * @param pendingAck pending acknowledgement of the message, or {@code null}
     */
    void accept(List<Route> matched, InboundMessage message, @Nullable PendingAck pendingAck);

    /**
     * Turns a received message into a dead letter of the routes that {@link #match(String)} found; waits for the disk
     * of the dead letters.
     *
     * @param pendingAck pending acknowledgement of the message, or {@code null}
     */
    void reject(List<Route> matched, RejectedMessage message, @Nullable PendingAck pendingAck);

    /** Counts a message that is dropped. */
    void drop(List<Route> matched, DropReason reason);
}
