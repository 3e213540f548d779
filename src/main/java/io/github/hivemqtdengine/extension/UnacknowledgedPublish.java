package io.github.hivemqtdengine.extension;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.DeadLetter.Reason;
import io.github.hivemqtdengine.pipeline.Pipeline;
import io.github.hivemqtdengine.pipeline.Receipt;
import io.github.hivemqtdengine.pipeline.RejectedMessage;
import io.github.hivemqtdengine.route.Route;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A publish that the broker has not acknowledged yet. With QoS 2 it keeps its message, since the broker shows that once
 * only, however often it is delivered. One thread at a time.
 */
final class UnacknowledgedPublish {

    private static final String UNCONFIRMED = "the connection ended before the broker confirmed that the client may"
            + " publish the message, and the broker acknowledged a second delivery without deciding again";

    private final Object connection;
    private final Pipeline pipeline;
    private final List<Route> routes;
    private final Receipt.@Nullable Stage stage;
    private final boolean isShownOnce;
    private final long since = System.nanoTime();
    private volatile @Nullable InboundMessage message;
    private volatile boolean isAccepted;
    private @Nullable Receipt receipt;

    /**
     * A publish that the client has sent.
     *
     * @param connection the identity of the connection that it came by
     * @param stage what its acknowledgement waits for, or {@code null} if it doesn't
     */
    UnacknowledgedPublish(
            Object connection,
            Pipeline pipeline,
            List<Route> routes,
            InboundMessage message,
            Receipt.@Nullable Stage stage) {
        this.connection = connection;
        this.pipeline = pipeline;
        this.routes = routes;
        this.message = message;
        this.stage = stage;
        this.isShownOnce = message.qos() == 2;
    }

    /** Takes the message in, as far as it is there. */
    void accept() {
        var taken = message;
        if (taken == null) {
            return;
        }
        if (!isShownOnce) {
            message = null;
        }
        isAccepted = true;
        receipt = stage == null ? null : new Receipt(stage);
        pipeline.accept(routes, taken, receipt);
    }

    /**
     * Handles a successful acknowledgement: takes in what is not taken in yet, and once more what was refused before.
     * Only on the publish's own connection an acknowledgement says that the client may publish it. On a later one the
     * broker acknowledges every message that it knows, also one that it has denied meanwhile: such a message becomes a
     * dead letter.
     *
     * @param acknowledging the identity of the connection that the acknowledgement is for
     * @return what the acknowledgement has to wait for, {@code null} for nothing
     */
    @Nullable
    Receipt acknowledged(Object acknowledging) {
        if (!isAccepted && acknowledging != connection) {
            keepAsDeadLetter();
        } else if (!isAccepted || (receipt != null && receipt.isRefused())) {
            accept();
        }
        return receipt;
    }

    private void keepAsDeadLetter() {
        var unconfirmed = message;
        if (unconfirmed != null) {
            receipt = stage == null ? null : new Receipt(stage);
            pipeline.reject(routes, RejectedMessage.of(unconfirmed, Reason.UNCONFIRMED, UNCONFIRMED), receipt);
        }
    }

    /** About how many bytes of heap it holds; any thread may ask. */
    int weight() {
        var kept = message;
        return kept == null ? 0 : kept.weight();
    }

    /** When it came, as {@link System#nanoTime} counts. */
    long since() {
        return since;
    }
}
