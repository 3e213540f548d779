// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.metrics.Metric;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.account.DeadLetter;
import io.github.hivemqtdengine.pipeline.account.DeadLetters;
import io.github.hivemqtdengine.pipeline.delivery.BatchSettings;
import io.github.hivemqtdengine.pipeline.delivery.RetrySettings;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Durability;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import io.github.hivemqtdengine.pipeline.queue.LaneSettings;
import io.github.hivemqtdengine.pipeline.queue.LaneSettings.LaneKey;
import io.github.hivemqtdengine.pipeline.queue.MessageLogs;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** A test that runs pipelines into a {@link ScriptedDatabase} and closes them afterwards. */
public abstract class RunningPipelines {

    public static final RetrySettings QUICK =
            new RetrySettings(Duration.ofMillis(1), Duration.ofMillis(5), Duration.ofMillis(5));

    public final ScriptedDatabase database = new ScriptedDatabase();
    public final List<DeadLetter> letters = new CopyOnWriteArrayList<>();
    private final Map<String, LongSupplier> gauges = new ConcurrentHashMap<>();

    private final PipelineMetrics metrics = new PipelineMetrics() {
        @Override
        public void gauge(Metric metric, String id, LongSupplier value) {
            gauges.put(metric.metric(id), value);
        }
    };
    private final List<Pipeline> started = new ArrayList<>();

    @AfterEach
    protected void stop() {
        database.recover();
        started.forEach(Pipeline::close);
    }

    /** The value of a gauge of the database; known once a pipeline is made. */
    long gauge(String name) {
        return Objects.requireNonNull(gauges.get("database." + database.id() + "." + name))
                .getAsLong();
    }

    protected static boolean holds(List<Row> rows, String value) {
        return rows.stream().anyMatch(row -> value.equals(row.column(0)));
    }

    protected static List<Object> numbers(int count) {
        return IntStream.range(0, count).<Object>mapToObj(Integer::toString).toList();
    }

    protected static BatchSettings batch(int rows) {
        return new BatchSettings(rows, 1_000_000, Duration.ofMillis(1));
    }

    protected static DeliverySettings settings(int lanes, int rows) {
        return settings(lanes(lanes), rows);
    }

    protected static DeliverySettings settings(LaneSettings lanes, int rows) {
        return settings(lanes, rows, QUICK, Duration.ofSeconds(30));
    }

    protected static DeliverySettings settings(
            LaneSettings lanes, int rows, RetrySettings retry, Duration drainTimeout) {
        return new DeliverySettings(lanes, batch(rows), IntakeSettings.of(Durability.MEMORY), retry, drainTimeout);
    }

    protected static DeliverySettings settings(int lanes, int rows, QueueSettings queue) {
        var intake = IntakeSettings.of(Durability.MEMORY).withQueue(queue);
        return new DeliverySettings(lanes(lanes), batch(rows), intake, QUICK, Duration.ofSeconds(30));
    }

    /** Lanes by topic. */
    protected static LaneSettings lanes(int count) {
        return new LaneSettings(count, LaneKey.TOPIC, 100, null);
    }

    protected Pipeline start(DeliverySettings settings, Route... routes) {
        return start(settings, letters::add, routes);
    }

    protected Pipeline start(DeliverySettings settings, DeadLetters deadLetters, Route... routes) {
        var pipeline = pipeline(settings, deadLetters, routes);
        pipeline.start();
        return pipeline;
    }

    /** A pipeline that is yet to be started: messages accepted before then are in its queues together. */
    protected Pipeline pipeline(DeliverySettings settings, DeadLetters deadLetters, Route... routes) {
        return pipeline(settings, deadLetters, null, routes);
    }

    /** A pipeline whose messages wait in logs; yet to be started, too. */
    protected Pipeline pipeline(
            DeliverySettings settings, DeadLetters deadLetters, @Nullable MessageLogs logs, Route... routes) {
        var pipeline =
                new Pipeline(RouteTable.of(List.of(routes)), List.of(database), settings, deadLetters, metrics, logs);
        started.add(pipeline);
        return pipeline;
    }

    /** A replay without a source, to hand over messages directly. */
    protected static Replay replay(Pipeline pipeline) {
        return pipeline.replay(sink -> {}, Duration.ofHours(1));
    }

    protected static void publish(Pipeline pipeline, String topic, int count) {
        for (int i = 0; i < count; i++) {
            pipeline.accept(pipeline.match(topic), message(topic, Integer.toString(i), 1_000_000L + i));
        }
    }

    protected static void publish(Pipeline pipeline, String topic, String... payloads) {
        for (int i = 0; i < payloads.length; i++) {
            pipeline.accept(pipeline.match(topic), message(topic, payloads[i], 1_000_000L + i));
        }
    }

    protected static void awaitCompleted(Pipeline pipeline, String routeId) {
        var counters = pipeline.counters(routeId);
        await().until(() -> counters.inFlight() == 0);
        assertThat(counters.difference()).isZero();
    }
}
