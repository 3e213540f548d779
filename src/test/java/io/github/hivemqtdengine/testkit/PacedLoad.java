// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import static io.github.hivemqtdengine.testkit.Patience.await;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * MQTT clients that publish at a steady pace and QoS 1 until they are told to stop. Each has a topic of its own, {@code
 * load/0} and so on, and numbers its messages from 0: {@code {"n":0}}.
 */
public final class PacedLoad implements AutoCloseable {

    private static final int TICKS_PER_SECOND = 50;

    private final List<Mqtt5AsyncClient> clients;
    private final int messagesPerTick;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final MqttQos qos;
    private final long firstNumber;
    private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    private volatile boolean isPaused;
    private CompletableFuture<?> published = CompletableFuture.completedFuture(null);
    /** Messages published by each client. */
    private final AtomicLong numbers = new AtomicLong();

    /**
     * Begins to publish at QoS 1.
     *
     * @param messagesPerSecond of all clients together; rounded to what fits into a fiftieth of a second
     */
    public PacedLoad(List<Mqtt5AsyncClient> clients, int messagesPerSecond) {
        this(clients, messagesPerSecond, MqttQos.AT_LEAST_ONCE, 0);
    }

    /**
     * Begins to publish.
     *
     * @param messagesPerSecond of all clients together; rounded to what fits into a fiftieth of a second
     * @param firstNumber the number of each client's first message
     */
    public PacedLoad(List<Mqtt5AsyncClient> clients, int messagesPerSecond, MqttQos qos, long firstNumber) {
        this.clients = clients;
        this.qos = qos;
        this.firstNumber = firstNumber;
        this.messagesPerTick = Math.max(1, messagesPerSecond / TICKS_PER_SECOND / clients.size());
        var unused = clock.scheduleAtFixedRate(this::tick, 0, 1_000 / TICKS_PER_SECOND, TimeUnit.MILLISECONDS);
    }

    private void tick() {
        for (int i = 0; i < messagesPerTick && !isPaused; i++) {
            long number = nextNumber();
            for (int client = 0; client < clients.size(); client++) {
                published = CompletableFuture.allOf(published, publish(client, number));
            }
            numbers.incrementAndGet();
        }
    }

    private CompletableFuture<?> publish(int client, long number) {
        return clients.get(client)
                .publishWith()
                .topic(topic(client))
                .qos(qos)
                .payload(("{\"n\":" + number + "}").getBytes(StandardCharsets.UTF_8))
                .send()
                .thenAccept(result -> {
                    if (result.getError().isEmpty()) {
                        acknowledged.add(client + "/" + number);
                    }
                });
    }

    public int clients() {
        return clients.size();
    }

    /** The topic of a client, from 0. */
    public static String topic(int client) {
        return "load/" + client;
    }

    /** Messages acknowledged by the broker so far. */
    public long acknowledged() {
        return acknowledged.size();
    }

    /** Client and number of the messages that the broker has acknowledged so far: {@code 0/17}. */
    public Set<String> acknowledgedMessages() {
        return Set.copyOf(acknowledged);
    }

    /** The number of the next message of each client. */
    public long nextNumber() {
        return firstNumber + numbers.get();
    }

    /** Publishes nothing for a while. */
    public void pause() {
        isPaused = true;
    }

    /** Continues after a pause. */
    public void resume() {
        isPaused = false;
    }

    /** Waits until the broker has acknowledged that many messages from now on. */
    public void awaitMore(long messages) {
        long goal = acknowledged() + messages;
        await("acknowledgements").until(() -> acknowledged() >= goal);
    }

    /**
     * Stops publishing and waits until the broker has acknowledged everything.
     *
     * @return how many messages each client has published
     */
    public long stop() throws InterruptedException, ExecutionException, TimeoutException {
        close();
        if (!clock.awaitTermination(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new TimeoutException("a tick does not end");
        }
        published.get(TimeSeriesDatabase.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        return numbers.get();
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
