// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

/** Callbacks for the progress of a load. They run on the load's thread, so slow callbacks delay the load. */
public interface RunListener {

    /** Listener that does nothing. */
    RunListener NONE = new RunListener() {};

    /** Called when all clients are connected, with access to the counts of the load. */
    default void running(LoadProbe probe) {}

    /** Called when all clients are connected and publishers begin. */
    default void started(long epochMicros) {}

    /** Called when the last message was sent and, above QoS 0, acknowledged. */
    default void sendingIsOver(long epochMicros) {}
}
