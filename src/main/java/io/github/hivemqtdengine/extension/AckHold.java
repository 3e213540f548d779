package io.github.hivemqtdengine.extension;

import com.hivemq.extension.sdk.api.async.Async;
import com.hivemq.extension.sdk.api.async.SimpleAsyncOutput;
import com.hivemq.extension.sdk.api.packets.disconnect.DisconnectReasonCode;
import com.hivemq.extension.sdk.api.services.session.ClientService;
import io.github.hivemqtdengine.config.CaptureSettings;
import io.github.hivemqtdengine.config.CaptureSettings.OnTimeLimit;
import io.github.hivemqtdengine.pipeline.Receipt;
import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Holds acknowledgements until their messages are far enough. One that is withheld for good ends the connection first,
 * since the broker sends whatever it is given back: the client comes again, and publishes again. May be used by any
 * thread.
 */
final class AckHold implements AutoCloseable {

    /** How much longer than our own limit the broker waits: a client is disconnected in this time. */
    private static final Duration GRACE = Duration.ofSeconds(30);

    private static final String REASON = "The message could not be stored in time";

    private final ClientService clients;
    private final CaptureSettings settings;
    private final ScheduledThreadPoolExecutor clock;

    AckHold(ClientService clients, CaptureSettings settings) {
        this.clients = clients;
        this.settings = settings;
        this.clock = new ScheduledThreadPoolExecutor(1, task -> {
            var thread = new Thread(task, "tdengine-acknowledgements");
            thread.setDaemon(true);
            return thread;
        });
        clock.setRemoveOnCancelPolicy(true); // most are cancelled long before
    }

    /**
     * Holds an acknowledgement that has been given to an interceptor.
     *
     * @param sending runs just before it is sent
     */
    void hold(String clientId, Receipt receipt, SimpleAsyncOutput<?> output, Runnable sending) {
        var held = output.async(settings.ackTimeLimit().plus(GRACE));
        var limit = clock.schedule(
                () -> end(settings.onTimeLimit() == OnTimeLimit.SEND, clientId, held, sending),
                settings.ackTimeLimit().toMillis(),
                TimeUnit.MILLISECONDS);
        receipt.outcome().thenAccept(hasArrived -> {
            limit.cancel(false);
            end(hasArrived, clientId, held, sending);
        });
    }

    private void end(boolean isSent, String clientId, Async<?> held, Runnable sending) {
        if (isSent) {
            sending.run();
            held.resume();
        } else {
            withhold(clientId, held);
        }
    }

    private void withhold(String clientId, Async<?> held) {
        var unused = clients.disconnectClient(clientId, false, DisconnectReasonCode.SERVER_BUSY, REASON)
                .whenComplete((wasConnected, failure) -> held.resume());
    }

    /** Forgets the limits; the broker's own ones remain. */
    @Override
    public void close() {
        clock.shutdownNow();
    }
}
