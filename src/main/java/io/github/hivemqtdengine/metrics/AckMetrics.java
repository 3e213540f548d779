package io.github.hivemqtdengine.metrics;

/** Metrics of the acknowledgements that publishers wait for. Thread-safe. */
public interface AckMetrics {

    /** Returns the publishes of QoS 1 and 2 that are not acknowledged yet, or that may be delivered again. */
    long pending();

    /** Returns the approximate heap use of these publishes, bytes. */
    long pendingBytes();

    /** Returns the acknowledgements that are held at the moment. */
    long held();

    /** Returns the acknowledgements to withhold whose clients the broker did not disconnect in time. */
    long notWithheld();

    /** Returns the clients that disconnected during a QoS 2 handshake and were forgotten, since there were too many. */
    long forgottenClients();
}
