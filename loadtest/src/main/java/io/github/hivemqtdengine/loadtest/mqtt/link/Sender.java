// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.link;

import io.github.hivemqtdengine.loadtest.measure.SentLog;
import java.util.concurrent.CompletableFuture;

/** Client that sends the messages of one publisher. */
public interface Sender {

    CompletableFuture<?> connect();

    /** Starts sending. Any thread may call this. */
    void start(long startMicros);

    /** Stops sending without waiting for acknowledgements. Any thread may call this. */
    void stop();

    /** Completes with the end time in epoch microseconds: all sent and, above QoS 0, acknowledged, or failed. */
    CompletableFuture<Long> through();

    /** Returns the messages sent; other threads may read them after {@link #through}. */
    SentLog log();

    CompletableFuture<?> disconnect();
}
