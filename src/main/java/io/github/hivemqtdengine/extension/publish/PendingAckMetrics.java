package io.github.hivemqtdengine.extension.publish;

import io.github.hivemqtdengine.metrics.DropwizardMetrics.AckMetrics;
import io.github.hivemqtdengine.pipeline.account.AckTimeouts;

/** Metrics of the acknowledgements of all clients. */
public record PendingAckMetrics(ClientSessions sessions, AckTimeouts acks, AckHold hold) implements AckMetrics {

    @Override
    public long pending() {
        return sessions.publishes();
    }

    @Override
    public long pendingBytes() {
        return sessions.bytes();
    }

    @Override
    public long held() {
        return acks.waits();
    }

    @Override
    public long notWithheld() {
        return hold.notWithheld();
    }

    @Override
    public long forgottenClients() {
        return sessions.forgotten();
    }
}
