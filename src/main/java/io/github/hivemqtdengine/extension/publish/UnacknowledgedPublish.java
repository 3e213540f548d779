// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.publish;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.pipeline.account.RejectedMessage;
import io.github.hivemqtdengine.route.Route;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Publish that the broker has not acknowledged yet. A QoS 2 message is kept, since the broker shows it to interceptors
 * only once, however often it is delivered. The payload of a packet that is too large belongs to the broker and is not
 * kept. Used by one thread at a time.
 */
final class UnacknowledgedPublish {

    /** Approximate heap use beside the message, with the pending acknowledgement and a map entry, bytes. */
    private static final int WEIGHT = 400;

    private static final String SAME_IDENTIFIER =
            "the client has published two messages with the same packet identifier"
                    + " before the first was acknowledged, so it is unknown which of them the broker has accepted";

    private static final String LATER_CONNECTION =
            "the connection ended before the broker confirmed that the client may"
                    + " publish the message, and the broker acknowledged a second delivery without deciding again";

    private final long connection;
    private final Supplier<MessageSink> sink;
    private final List<Route> routes;
    private final PendingAck.@Nullable Stage stage;
    private final boolean isShownOnce;
    private final long since = System.nanoTime();
    /** Message, or the dead letter of one that is too large; {@code null} once it is no longer needed. */
    private volatile @Nullable InboundMessage message;

    private volatile @Nullable RejectedMessage rejected;
    /** True once the message was accepted or became a dead letter. */
    private volatile boolean isDecided;

    private boolean isAmbiguous;
    private @Nullable PendingAck pendingAck;

    private UnacknowledgedPublish(
            long connection,
            Supplier<MessageSink> sink,
            List<Route> routes,
            @Nullable InboundMessage message,
            @Nullable RejectedMessage rejected,
            PendingAck.@Nullable Stage stage) {
        this.connection = connection;
        this.sink = sink;
        this.routes = routes;
        this.message = message;
        this.rejected = rejected;
        this.stage = stage;
        this.isShownOnce = message != null && message.qos() == 2;
    }

    /**
     * Returns a publish that the client has sent.
     *
     * @param connection the number of the connection that it came by
     * @param stage the stage that its acknowledgement waits for; {@code null} if it does not wait
     */
    static UnacknowledgedPublish of(
            long connection,
            Supplier<MessageSink> sink,
            List<Route> routes,
            InboundMessage message,
            PendingAck.@Nullable Stage stage) {
        return new UnacknowledgedPublish(connection, sink, routes, message, null, stage);
    }

    /** Returns a publish that is too large to be accepted; the parameters are those of {@link #of}. */
    static UnacknowledgedPublish tooLarge(
            long connection,
            Supplier<MessageSink> sink,
            List<Route> routes,
            RejectedMessage rejected,
            PendingAck.@Nullable Stage stage) {
        return new UnacknowledgedPublish(connection, sink, routes, null, rejected, stage);
    }

    /** Returns a publish that could not be accepted and is never acknowledged. */
    static UnacknowledgedPublish refused(long connection, Supplier<MessageSink> sink) {
        var publish = new UnacknowledgedPublish(connection, sink, List.of(), null, null, PendingAck.Stage.COMPLETED);
        publish.isDecided = true;
        publish.pendingAck = PendingAck.refused();
        return publish;
    }

    /** Accepts the message, or makes it a dead letter if it is too large; does nothing once the message is gone. */
    void decide() {
        var tooLarge = rejected;
        if (tooLarge != null) {
            reject(tooLarge);
            return;
        }
        var accepted = message;
        if (accepted == null) {
            return;
        }
        if (!isShownOnce) {
            message = null;
        }
        isDecided = true;
        pendingAck = newPendingAck();
        sink.get().accept(routes, accepted, pendingAck);
    }

    private @Nullable PendingAck newPendingAck() {
        return stage == null ? null : new PendingAck(stage);
    }

    /** Rejects the message. If the dead letters could not keep it safely, the next acknowledgement tries again. */
    private void reject(RejectedMessage deadLetter) {
        isDecided = true;
        pendingAck = newPendingAck();
        sink.get().reject(routes, deadLetter, pendingAck);
        message = null;
        rejected = pendingAck != null && pendingAck.isRefused() ? deadLetter : null;
    }

    /**
     * Handles a successful acknowledgement: accepts a message that is undecided or was refused before. An
     * acknowledgement on the publish's own connection proves that the client may publish the message. One on a later
     * connection does not, since the broker then acknowledges every message that it knows, even a denied one; an
     * undecided message becomes a dead letter.
     *
     * @param acknowledging the number of the connection that the acknowledgement is for
     * @return the pending acknowledgement that the acknowledgement has to wait for, or {@code null}
     */
    @Nullable
    PendingAck acknowledged(long acknowledging) {
        if (!isDecided && acknowledging != connection) {
            rejectAsUnconfirmed(LATER_CONNECTION);
        } else if (!isDecided && isAmbiguous) {
            rejectAsUnconfirmed(SAME_IDENTIFIER);
        } else if (!isDecided || (pendingAck != null && pendingAck.isRefused())) {
            decide();
        }
        return pendingAck;
    }

    /**
     * Handles another publish of the same connection with the same packet identifier. If it is unknown whether the
     * broker accepts this one, an acknowledgement may be meant for either, and this one becomes a dead letter.
     *
     * @return whether it was unknown
     */
    boolean rejectIfOvertaken(long number) {
        boolean isOvertaken = !isDecided && number == connection;
        if (isOvertaken) {
            rejectAsUnconfirmed(SAME_IDENTIFIER);
        }
        return isOvertaken;
    }

    /** Marks the publish as ambiguous: an acknowledgement may be for an earlier one with its packet identifier. */
    void markAmbiguous() {
        isAmbiguous = true;
    }

    private void rejectAsUnconfirmed(String cause) {
        var tooLarge = rejected;
        var unconfirmed = message;
        if (tooLarge != null) {
            reject(tooLarge.because(DeadLetterReason.UNCONFIRMED, cause + "; " + tooLarge.detail()));
        } else if (unconfirmed != null) {
            reject(RejectedMessage.of(unconfirmed, DeadLetterReason.UNCONFIRMED, cause));
        }
    }

    /** Releases a payload that belongs to the broker, if this connection has ended before the acknowledgement. */
    void connectionEnded(long ended) {
        var tooLarge = rejected;
        if (tooLarge != null && isOf(ended)) {
            rejected = tooLarge.withoutPayload();
        }
    }

    /** Returns whether the publish came by the connection of this number. */
    boolean isOf(long number) {
        return number == connection;
    }

    /** Returns the approximate heap use, bytes. Thread-safe. */
    int weight() {
        var kept = message;
        var tooLarge = rejected;
        return WEIGHT
                + (kept == null ? 0 : kept.weight())
                + (tooLarge == null ? 0 : tooLarge.message().weight());
    }

    /** Returns when the publish arrived, by {@link System#nanoTime}. */
    long since() {
        return since;
    }
}
