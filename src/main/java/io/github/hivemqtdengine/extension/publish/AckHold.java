// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.publish;

import com.hivemq.extension.sdk.api.async.Async;
import com.hivemq.extension.sdk.api.async.SimpleAsyncOutput;
import com.hivemq.extension.sdk.api.packets.disconnect.DisconnectReasonCode;
import com.hivemq.extension.sdk.api.services.session.ClientService;
import io.github.hivemqtdengine.config.CaptureSettings;
import io.github.hivemqtdengine.config.CaptureSettings.OnTimeLimit;
import io.github.hivemqtdengine.pipeline.account.AckTimeouts;
import io.github.hivemqtdengine.pipeline.account.AckTimeouts.End;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds acknowledgements until their messages are stored as far as configured. The broker sends every acknowledgement
 * that is returned to it. One that must not be sent is returned only after its client was disconnected; the client
 * reconnects and publishes again. Thread-safe.
 */
public final class AckHold {

    private static final Logger LOG = LoggerFactory.getLogger(AckHold.class);

    /** Extra time of the broker's limit beyond the extension's own; a client is disconnected within it. */
    private static final Duration GRACE = Duration.ofSeconds(30);

    /** Limit for disconnecting a client, well below {@link #GRACE}, when the broker sends the acknowledgement. */
    private static final Duration DISCONNECT_LIMIT = Duration.ofSeconds(20);

    private static final String NO_ANSWER = "the broker has not answered in time";

    private static final String REASON = "The message could not be stored in time";

    private final ClientService clients;
    private final CaptureSettings settings;
    private final Duration disconnectLimit;
    private final AckTimeouts acks;
    private final LongAdder notWithheld = new LongAdder();

    public AckHold(ClientService clients, CaptureSettings settings, AckTimeouts acks) {
        this(clients, settings, DISCONNECT_LIMIT, acks);
    }

    /** @param disconnectLimit the longest time in which the broker may disconnect a client */
    public AckHold(ClientService clients, CaptureSettings settings, Duration disconnectLimit, AckTimeouts acks) {
        this.clients = clients;
        this.settings = settings;
        this.disconnectLimit = disconnectLimit;
        this.acks = acks;
    }

    /**
     * Holds an acknowledgement that the broker has passed to an interceptor.
     *
     * @param since when the message arrived, by {@link System#nanoTime}
     * @param ending called with {@code true} just before the acknowledgement is sent, {@code false} after a disconnect
     */
    void hold(
            String clientId, long since, PendingAck pendingAck, SimpleAsyncOutput<?> output, Consumer<Boolean> ending) {
        var left = settings.ackTimeLimit().minusNanos(System.nanoTime() - since);
        var limit = left.isNegative() ? Duration.ZERO : left;
        var held = output.async(limit.plus(GRACE));
        acks.await(pendingAck, limit, end -> {
            boolean isSent = end == End.ARRIVED || (end == End.OVERDUE && settings.onTimeLimit() == OnTimeLimit.SEND);
            if (isSent) {
                ending.accept(true);
                held.resume();
            } else {
                withhold(clientId, held, ending);
            }
        });
    }

    /** Disconnects the client. If the broker does not, it sends the acknowledgement when its own limit is over. */
    private void withhold(String clientId, Async<?> held, Consumer<Boolean> ending) {
        var isLost = new AtomicBoolean();
        var limit = acks.later(disconnectLimit, () -> lost(clientId, NO_ANSWER, isLost));
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
            LOG.error(
                    "Client \"{}\" cannot be disconnected; the broker sends an acknowledgement that should"
                            + " be withheld: {}",
                    clientId,
                    why);
        }
    }

    /** Returns the number of acknowledgements that were to be withheld and may have been sent. */
    public long notWithheld() {
        return notWithheld.sum();
    }
}
