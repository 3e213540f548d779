package io.github.hivemqtdengine.extension;

import com.hivemq.extension.sdk.api.async.Async;
import com.hivemq.extension.sdk.api.async.SimpleAsyncOutput;
import com.hivemq.extension.sdk.api.packets.disconnect.DisconnectReasonCode;
import com.hivemq.extension.sdk.api.services.session.ClientService;
import io.github.hivemqtdengine.config.CaptureSettings;
import io.github.hivemqtdengine.config.CaptureSettings.OnTimeLimit;
import io.github.hivemqtdengine.pipeline.Receipt;
import io.github.hivemqtdengine.pipeline.ReceiptWatch;
import io.github.hivemqtdengine.pipeline.ReceiptWatch.End;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds acknowledgements until their messages are far enough. One that is withheld for good ends the connection first,
 * since the broker sends whatever it is given back: the client comes again, and publishes again. May be used by any
 * thread.
 */
final class AckHold {

    private static final Logger LOG = LoggerFactory.getLogger(AckHold.class);

    /** How much longer than we the broker waits: a client is disconnected in this time. */
    private static final Duration GRACE = Duration.ofSeconds(30);

    /** Well below {@link #GRACE}, when the broker sends the acknowledgement. */
    private static final Duration DISCONNECT_LIMIT = Duration.ofSeconds(20);

    private static final String NO_ANSWER = "the broker has not answered in time";

    private static final String REASON = "The message could not be stored in time";

    private final ClientService clients;
    private final CaptureSettings settings;
    private final Duration disconnectLimit;
    private final ReceiptWatch receipts;
    private final LongAdder notWithheld = new LongAdder();

    AckHold(ClientService clients, CaptureSettings settings, ReceiptWatch receipts) {
        this(clients, settings, DISCONNECT_LIMIT, receipts);
    }

    /** @param disconnectLimit how long the broker may take to disconnect a client */
    AckHold(ClientService clients, CaptureSettings settings, Duration disconnectLimit, ReceiptWatch receipts) {
        this.clients = clients;
        this.settings = settings;
        this.disconnectLimit = disconnectLimit;
        this.receipts = receipts;
    }

    /**
     * Holds an acknowledgement that has been given to an interceptor.
     *
     * @param since when the message came, as {@link System#nanoTime} counts
     * @param ending is told whether the acknowledgement is sent, just before it is, or when the connection has ended
     */
    void hold(String clientId, long since, Receipt receipt, SimpleAsyncOutput<?> output, Consumer<Boolean> ending) {
        var left = settings.ackTimeLimit().minusNanos(System.nanoTime() - since);
        var limit = left.isNegative() ? Duration.ZERO : left;
        var held = output.async(limit.plus(GRACE));
        receipts.await(receipt, limit, end -> {
            boolean isSent = end == End.ARRIVED || (end == End.OVERDUE && settings.onTimeLimit() == OnTimeLimit.SEND);
            if (isSent) {
                ending.accept(true);
                held.resume();
            } else {
                withhold(clientId, held, ending);
            }
        });
    }

    /** Where the broker does not disconnect the client it sends the acknowledgement, when its own limit is over. */
    private void withhold(String clientId, Async<?> held, Consumer<Boolean> ending) {
        var isLost = new AtomicBoolean();
        var limit = receipts.later(disconnectLimit, () -> lost(clientId, NO_ANSWER, isLost));
        try {
            var unused = clients.disconnectClient(clientId, false, DisconnectReasonCode.SERVER_BUSY, REASON)
                    .whenComplete((wasConnected, failure) -> {
                        limit.cancel(false);
                        if (failure == null) {
                            ending.accept(false);
                            held.resume();
                        } else {
                            lost(clientId, failure.toString(), isLost);
                        }
                    });
        } catch (RuntimeException e) {
            limit.cancel(false);
            lost(clientId, e.toString(), isLost);
        }
    }

    private void lost(String clientId, String why, AtomicBoolean isLost) {
        if (isLost.compareAndSet(false, true)) {
            notWithheld.increment();
            LOG.error("Client {} can't be disconnected: {}", clientId, why);
        }
    }

    /** How many acknowledgements were to be withheld and may have been sent. */
    long notWithheld() {
        return notWithheld.sum();
    }
}
