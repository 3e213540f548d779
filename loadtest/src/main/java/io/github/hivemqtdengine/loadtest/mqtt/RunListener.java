package io.github.hivemqtdengine.loadtest.mqtt;

/** Is told how a load gets on, on the thread that runs it: whatever takes long delays the load. */
public interface RunListener {

    /** Nobody wants to know. */
    RunListener NOBODY = new RunListener() {};

    /** All clients are connected and publishers begin; epoch microseconds. */
    default void started(long epochMicros) {}

    /** The last message was sent and, above QoS 0, acknowledged; epoch microseconds. */
    default void sendingIsOver(long epochMicros) {}
}
