// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.replay;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import io.github.hivemqtdengine.loadtest.mqtt.link.Await;
import io.github.hivemqtdengine.loadtest.mqtt.link.Broker;
import io.github.hivemqtdengine.loadtest.mqtt.link.Loop;
import io.github.hivemqtdengine.loadtest.traffic.TrafficWriter;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Subscriber that writes what it receives into a recording. Messages that were retained before are left out. */
public final class TrafficCapture {

    private static final String TIME = "time";

    private final TrafficWriter writer;
    private final CompletableFuture<String> end = new CompletableFuture<>();
    private volatile long startMicros = Long.MAX_VALUE;

    private TrafficCapture(TrafficWriter writer) {
        this.writer = writer;
    }

    /**
     * Records until the time is over, the recording is full, the connection is lost or the thread is interrupted, and
     * writes the last line of the recording.
     *
     * @param filter topic filter
     * @param qos highest QoS of deliveries
     * @param started runs when the subscription exists
     * @return why it ended: time, size, interrupted, or lost connection
     * @throws IOException if the broker refuses the client, or the file cannot be written
     */
    public static String run(
            Broker broker, String filter, int qos, Duration length, TrafficWriter writer, Runnable started)
            throws IOException {
        return new TrafficCapture(writer).run(broker, filter, qos, length, started);
    }

    private String run(Broker broker, String filter, int qos, Duration length, Runnable started) throws IOException {
        String why;
        long micros = 0;
        try (var loop = new Loop("capture")) {
            var seat = broker.seat(broker.clientPrefix(), loop);
            var link = broker.linkV5(seat, context -> end.complete("lost connection"));
            try {
                startMicros = EpochMicros.now();
                Await.connected(link.connect()
                        .thenCompose(receiveMaximum -> link.subscribeAsPublished(
                                filter, Objects.requireNonNull(MqttQos.fromCode(qos)), this::received)));
                started.run();
                why = end.get(length.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                why = TIME;
            } catch (InterruptedException e) {
                why = "interrupted";
            } catch (ExecutionException e) {
                throw new IOException("The recording can't be written", e.getCause());
            }
            micros = EpochMicros.now() - startMicros;
            end.complete(why); // the disconnect is not a loss
            Await.goodbye(List.of(link.disconnect()));
        }
        writer.end(why, micros);
        return why;
    }

    private void received(Mqtt5Publish publish) {
        if (end.isDone()) {
            return;
        }
        try {
            var message = Replay.recorded(publish, Math.max(0, EpochMicros.now() - startMicros));
            if (!writer.add(message)) {
                end.complete("size");
            }
        } catch (IOException e) {
            end.completeExceptionally(e);
        }
    }
}
