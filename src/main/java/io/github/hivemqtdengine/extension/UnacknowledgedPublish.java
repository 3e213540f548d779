package io.github.hivemqtdengine.extension;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.pipeline.Receipt;
import io.github.hivemqtdengine.route.Route;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A publish that the broker has not acknowledged yet. With QoS 2 it keeps its message, since the broker shows that once
 * only, however often it is delivered. One thread at a time.
 */
final class UnacknowledgedPublish {

    private final MessageSink pipeline;
    private final List<Route> routes;
    private final Receipt.@Nullable Stage stage;
    private final boolean isShownOnce;
    private final long since = System.nanoTime();
    private volatile @Nullable InboundMessage message;
    private volatile boolean isAccepted;
    private @Nullable Receipt receipt;

    /** @param stage what its acknowledgement waits for, or {@code null} if it doesn't */
    UnacknowledgedPublish(
            MessageSink pipeline, List<Route> routes, InboundMessage message, Receipt.@Nullable Stage stage) {
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
     * The broker accepts it: what was not taken in is taken in now, and so is what was refused before.
     *
     * @return what the acknowledgement has to wait for, {@code null} for nothing
     */
    @Nullable
    Receipt acknowledged() {
        if (!isAccepted || (receipt != null && receipt.isRefused())) {
            accept();
        }
        return receipt;
    }

    /** Whether it was taken in, with success or without; any thread may ask. */
    boolean isAccepted() {
        return isAccepted;
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
