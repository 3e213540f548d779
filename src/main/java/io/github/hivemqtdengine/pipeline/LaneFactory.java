// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Lost;
import io.github.hivemqtdengine.metrics.ExtensionMetric;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.account.Accounts;
import io.github.hivemqtdengine.pipeline.account.Outcomes;
import io.github.hivemqtdengine.pipeline.delivery.BatchCollector;
import io.github.hivemqtdengine.pipeline.delivery.BatchDelivery;
import io.github.hivemqtdengine.pipeline.delivery.Caution;
import io.github.hivemqtdengine.pipeline.delivery.Database;
import io.github.hivemqtdengine.pipeline.delivery.DatabaseHealth;
import io.github.hivemqtdengine.pipeline.delivery.LaneWriter;
import io.github.hivemqtdengine.pipeline.delivery.MessageMapper;
import io.github.hivemqtdengine.pipeline.delivery.RetryState;
import io.github.hivemqtdengine.pipeline.delivery.TimestampAllocator;
import io.github.hivemqtdengine.pipeline.delivery.WriteLimit;
import io.github.hivemqtdengine.pipeline.delivery.WritePace;
import io.github.hivemqtdengine.pipeline.queue.GroupSync;
import io.github.hivemqtdengine.pipeline.queue.LaneQueue;
import io.github.hivemqtdengine.pipeline.queue.LogWindow;
import io.github.hivemqtdengine.pipeline.queue.MemoryQueue;
import io.github.hivemqtdengine.pipeline.queue.MessageLog;
import io.github.hivemqtdengine.pipeline.queue.MessageLogs;
import io.github.hivemqtdengine.pipeline.queue.OpenGroups;
import io.github.hivemqtdengine.pipeline.queue.OverflowLog;
import io.github.hivemqtdengine.pipeline.queue.SpoolBypass;
import io.github.hivemqtdengine.time.EpochClock;
import io.github.hivemqtdengine.time.StopSignal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Factory of the lanes of a database. */
final class LaneFactory {

    private final Supplier<Routing> routing;
    private final DeliverySettings settings;
    private final Outcomes outcomes;
    private final PipelineMetrics metrics;
    private final Accounts accounts;
    private final @Nullable MessageLogs logs;
    /** Permit of the one lane that may try a message suspected of crashing the process. */
    private final Semaphore cautiousTurn = new Semaphore(1);

    private final SpoolBypass bypass;

    /** @param logs logs of messages that outlive the process, {@code null} if messages wait in memory */
    LaneFactory(
            Supplier<Routing> routing,
            DeliverySettings settings,
            Outcomes outcomes,
            PipelineMetrics metrics,
            Accounts accounts,
            @Nullable MessageLogs logs) {
        this.routing = routing;
        this.settings = settings;
        this.outcomes = outcomes;
        this.metrics = metrics;
        this.accounts = accounts;
        this.logs = logs;
        this.bypass = new SpoolBypass(System::nanoTime, () -> logs == null || logs.hasRoom());
        if (logs != null) {
            metrics.gauge(ExtensionMetric.SPOOL_DEGRADED, () -> bypass.isActive() ? 1 : 0);
            metrics.gauge(ExtensionMetric.SPOOL_MEMORY_ONLY, bypass::messages);
        }
    }

    /** Objects that the lanes of a database share. */
    private record Shared(
            DatabaseLanes.CurrentDatabase database,
            StopSignal stop,
            Outcomes outcomes,
            TimestampAllocator keys,
            MessageMapper mapper,
            DatabaseHealth health,
            WriteLimit limit) {}

    /**
     * Creates the lanes of a database without starting them.
     *
     * @throws java.io.UncheckedIOException if their logs can't be opened
     */
    DatabaseLanes lanesOf(Database database) {
        var id = database.id();
        var shared = shared(database);
        var groups = new OpenGroups(settings.lanes().groupProperty());
        var overflowLog = new OverflowLog(id);
        var ofQueues = new LogWindow.Shared(accounts, groups, overflowLog, bypass, this::lost);
        var lanes = new ArrayList<Lane>();
        for (int number = 1; number <= settings.lanes().count(); number++) {
            var log = logs == null ? null : logs.log(id, number);
            var queue = queue(id, number, log, shared.keys, ofQueues);
            lanes.add(lane("tdengine-" + id + "-" + number, queue, caution(log), shared));
        }
        metrics.gauge(ExtensionMetric.DATABASE_OLDEST_AGE_MS, id, () -> oldestAgeMillis(lanes));
        return new DatabaseLanes(
                shared.database,
                shared.stop,
                lanes,
                shared.keys,
                choice(lanes, groups),
                settings.intake().overflow(),
                overflowLog);
    }

    /** Removes the metrics of a database whose lanes have ended or were never started. */
    void removed(String databaseId) {
        metrics.remove("database." + databaseId);
    }

    private void lost(Lost lost) {
        routing.get().lost(lost);
    }

    private static long oldestAgeMillis(List<Lane> lanes) {
        var oldest = lanes.stream()
                .map(lane -> lane.pace().oldestArrival())
                .flatMapToLong(OptionalLong::stream)
                .min();
        return oldest.isEmpty() ? 0 : Math.max(0, (EpochClock.SYSTEM.micros() - oldest.getAsLong()) / 1_000);
    }

    private Shared shared(Database database) {
        var id = database.id();
        var stop = new StopSignal();
        var retrying = outcomes.retryingUntil(stop);
        var limit = new WriteLimit(id, settings.lanes().count(), stop);
        var health = new DatabaseHealth(id);
        var current = new DatabaseLanes.CurrentDatabase(database);
        metrics.gauge(ExtensionMetric.DATABASE_WRITES_ALLOWED, id, limit::allowed);
        metrics.gauge(ExtensionMetric.DATABASE_UP, id, () -> health.isUp() ? 1 : 0);
        metrics.gauge(ExtensionMetric.DATABASE_NEEDS_OPERATOR, id, () -> health.needsOperator() ? 1 : 0);
        metrics.gauge(ExtensionMetric.DATABASE_WAITING_LANES, id, health::waitingLanes);
        metrics.gauge(
                ExtensionMetric.DATABASE_CONNECTIONS, id, () -> current.get().connections());
        return new Shared(
                current,
                stop,
                retrying,
                new TimestampAllocator(() -> routing.get().sharedTables(id)),
                new MessageMapper(routeId -> routing.get().route(id, routeId), this::lost, retrying),
                health,
                limit);
    }

    private LaneQueue queue(
            String id, int number, @Nullable MessageLog log, TimestampAllocator keys, LogWindow.Shared ofQueues) {
        if (log == null) {
            return new MemoryQueue(settings.intake().queue());
        }
        var groupSync = new GroupSync("tdengine-sync-" + id + "-" + number, log);
        return new LogWindow(number - 1, log, settings.intake(), ofQueues, keys::latest, groupSync);
    }

    private Caution caution(@Nullable MessageLog log) {
        return log == null ? new Caution() : new Caution(log, settings.batch().rows(), cautiousTurn);
    }

    private Lane lane(String name, LaneQueue queue, Caution caution, Shared shared) {
        var database = shared.database;
        var pace = new WritePace(queue, settings.batch(), () -> database.get().longestWrite());
        var collector = new BatchCollector(queue, pace, shared.mapper, settings.longestLinger(), shared.stop, caution);
        var writer = new LaneWriter(database, shared.limit, pace, caution, System::nanoTime);
        var retries = new RetryState(database.get().id(), settings.retry(), shared.health, shared.stop, metrics);
        var delivery = new BatchDelivery(writer, shared.keys, retries, shared.outcomes);
        return new Lane(name, queue, pace, collector, delivery, shared.outcomes, caution);
    }

    private LaneChoice choice(List<Lane> lanes, OpenGroups groups) {
        var queues = lanes.stream().map(Lane::queue).toList();
        return switch (settings.lanes().key()) {
            case TOPIC -> LaneChoice.byKey(queues, InboundMessage::topic);
            case CLIENT_ID -> LaneChoice.byKey(queues, InboundMessage::clientId);
            case NONE -> {
                var paces = lanes.stream().map(Lane::pace).toList();
                var byCost =
                        new LaneChoice.ByCost(queues, paces, settings.lanes().groupSize(), System::nanoTime);
                yield settings.lanes().groupProperty() == null ? byCost : new LaneChoice.ByGroup(groups, byCost);
            }
        };
    }
}
