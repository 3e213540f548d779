package io.github.hivemqtdengine.extension.publish;

import io.github.hivemqtdengine.metrics.AckFigures;
import io.github.hivemqtdengine.pipeline.account.ReceiptWatch;

/** Metrics of the acknowledgements of all clients. */
public record PendingAcks(ClientSessions sessions, ReceiptWatch receipts, AckHold hold) implements AckFigures {

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
        return receipts.waits();
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
