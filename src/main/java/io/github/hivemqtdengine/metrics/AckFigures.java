package io.github.hivemqtdengine.metrics;

/** The acknowledgements that publishers wait for. May be read by any thread. */
public interface AckFigures {

    /** Publishes of QoS 1 and 2 that the broker has not acknowledged yet, or that may be delivered again. */
    long pending();

    /** About how many bytes of heap these publishes hold. */
    long pendingBytes();

    /** Acknowledgements that the broker has given out and that are held now. */
    long held();

    /** Acknowledgements that were to be withheld, but whose clients the broker has not disconnected in time. */
    long notWithheld();

    /** Clients that left in the middle of a message of QoS 2, and that were given up since there were too many. */
    long forgottenClients();
}
