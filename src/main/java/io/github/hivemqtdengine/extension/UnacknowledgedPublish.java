package io.github.hivemqtdengine.extension;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.DeadLetter.Reason;
import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.pipeline.Receipt;
import io.github.hivemqtdengine.pipeline.RejectedMessage;
import io.github.hivemqtdengine.route.Route;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A publish that the broker has not acknowledged yet. With QoS 2 it keeps its message, since the broker shows that once
 * only, however often it is delivered; but not that of a packet that is too large, whose payload is the broker's. One
 * thread at a time.
 */
final class UnacknowledgedPublish {

    /** About what it takes of the heap beside its message, with the receipt and the entry of a map. */
    private static final int WEIGHT = 400;

    private static final String SAME_IDENTIFIER =
            "the client has published two messages with the same packet identifier"
                    + " before the first was acknowledged, so nobody knows which of them the broker has accepted";

    private static final String LATER_CONNECTION =
            "the connection ended before the broker confirmed that the client may"
                    + " publish the message, and the broker acknowledged a second delivery without deciding again";

    private final long connection;
    private final MessageSink pipeline;
    private final List<Route> routes;
    private final Receipt.@Nullable Stage stage;
    private final boolean isShownOnce;
    private final long since = System.nanoTime();
    /** What was published, and why it is not taken in where it is too large; {@code null} once nobody needs it. */
    private volatile @Nullable InboundMessage message;

    private volatile @Nullable RejectedMessage rejected;
    /** Whether it is taken in, or has become a dead letter. */
    private volatile boolean isDecided;

    private boolean isAmbiguous;
    private @Nullable Receipt receipt;

    private UnacknowledgedPublish(
            long connection,
            MessageSink pipeline,
            List<Route> routes,
            @Nullable InboundMessage message,
            @Nullable RejectedMessage rejected,
            Receipt.@Nullable Stage stage) {
        this.connection = connection;
        this.pipeline = pipeline;
        this.routes = routes;
        this.message = message;
        this.rejected = rejected;
        this.stage = stage;
        this.isShownOnce = message != null && message.qos() == 2;
    }

    /**
     * A publish that the client has sent.
     *
     * @param connection the number of the connection that it came by
     * @param stage what its acknowledgement waits for, or {@code null} if it doesn't
     */
    static UnacknowledgedPublish of(
            long connection,
            MessageSink pipeline,
            List<Route> routes,
            InboundMessage message,
            Receipt.@Nullable Stage stage) {
        return new UnacknowledgedPublish(connection, pipeline, routes, message, null, stage);
    }

    /**
     * A publish that is too large to be taken in.
     *
     * @param connection the number of the connection that it came by
     * @param stage what its acknowledgement waits for, or {@code null} if it doesn't
     */
    static UnacknowledgedPublish tooLarge(
            long connection,
            MessageSink pipeline,
            List<Route> routes,
            RejectedMessage rejected,
            Receipt.@Nullable Stage stage) {
        return new UnacknowledgedPublish(connection, pipeline, routes, null, rejected, stage);
    }

    /**
     * A publish that could not be taken in and is never acknowledged.
     *
     * @param connection the number of the connection that it came by
     */
    static UnacknowledgedPublish refused(long connection, MessageSink pipeline) {
        var publish = new UnacknowledgedPublish(connection, pipeline, List.of(), null, null, Receipt.Stage.SETTLED);
        publish.isDecided = true;
        publish.receipt = Receipt.refused();
        return publish;
    }

    /** Takes the message in, or makes it a dead letter where it is too large, as far as it is there. */
    void accept() {
        var letter = rejected;
        if (letter != null) {
            reject(letter);
            return;
        }
        var taken = message;
        if (taken == null) {
            return;
        }
        if (!isShownOnce) {
            message = null;
        }
        isDecided = true;
        receipt = newReceipt();
        pipeline.accept(routes, taken, receipt);
    }

    private @Nullable Receipt newReceipt() {
        return stage == null ? null : new Receipt(stage);
    }

    /** What the dead letters could not keep safely is refused, and tried again with the next acknowledgement. */
    private void reject(RejectedMessage letter) {
        isDecided = true;
        receipt = newReceipt();
        pipeline.reject(routes, letter, receipt);
        message = null;
        rejected = receipt != null && receipt.isRefused() ? letter : null;
    }

    /**
     * Handles a successful acknowledgement: takes in what is not taken in yet, and once more what was refused before.
     * Only on the publish's own connection an acknowledgement says that the client may publish it. On a later one the
     * broker acknowledges every message that it knows, also one that it has denied meanwhile: such a message becomes a
     * dead letter.
     *
     * @param acknowledging the number of the connection that the acknowledgement is for
     * @return what the acknowledgement has to wait for, {@code null} for nothing
     */
    @Nullable
    Receipt acknowledged(long acknowledging) {
        if (!isDecided && acknowledging != connection) {
            rejectAsUnconfirmed(LATER_CONNECTION);
        } else if (!isDecided && isAmbiguous) {
            rejectAsUnconfirmed(SAME_IDENTIFIER);
        } else if (!isDecided || (receipt != null && receipt.isRefused())) {
            accept();
        }
        return receipt;
    }

    /**
     * Handles another publish of the same connection with the same packet identifier: if nobody knows yet whether the
     * broker accepts this one, an acknowledgement may be meant for either, and this one becomes a dead letter.
     *
     * @return whether nobody knew
     */
    boolean isOvertakenOn(long number) {
        boolean isOvertaken = !isDecided && number == connection;
        if (isOvertaken) {
            rejectAsUnconfirmed(SAME_IDENTIFIER);
        }
        return isOvertaken;
    }

    /** An acknowledgement may be meant for an earlier publish with the same packet identifier. */
    void doubt() {
        isAmbiguous = true;
    }

    private void rejectAsUnconfirmed(String cause) {
        var letter = rejected;
        var unconfirmed = message;
        if (letter != null) {
            reject(letter.because(Reason.UNCONFIRMED, cause + "; " + letter.detail()));
        } else if (unconfirmed != null) {
            reject(RejectedMessage.of(unconfirmed, Reason.UNCONFIRMED, cause));
        }
    }

    /** Lets go of the broker's own payload, if this connection has ended with the publish unacknowledged. */
    void connectionEnded(long ended) {
        var tooLarge = rejected;
        if (tooLarge != null && isOf(ended)) {
            rejected = tooLarge.withoutPayload();
        }
    }

    /** Returns whether it came by the connection of this number. */
    boolean isOf(long number) {
        return number == connection;
    }

    /** Returns about how many bytes of heap it holds; any thread may ask. */
    int weight() {
        var kept = message;
        var tooLarge = rejected;
        return WEIGHT
                + (kept == null ? 0 : kept.weight())
                + (tooLarge == null ? 0 : tooLarge.message().weight());
    }

    /** When it came, as {@link System#nanoTime} counts. */
    long since() {
        return since;
    }
}
