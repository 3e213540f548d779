// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.pipeline.delivery.BatchWriter;
import io.github.hivemqtdengine.pipeline.delivery.Database;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.pipeline.delivery.WriteException;
import io.github.hivemqtdengine.pipeline.queue.HighWaterMark;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.LoggedMessage;
import io.github.hivemqtdengine.pipeline.queue.MessageLogs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lanes of all databases: starts them, applies database changes to them, and stops them. For one thread at a time. */
final class AllLanes {

    private static final Logger LOG = LoggerFactory.getLogger(AllLanes.class);

    /** Time that a lane may need after its last write has failed. */
    private static final Duration FINISHING = Duration.ofSeconds(5);

    /** Time that lanes of a removed database may need to empty their queues. */
    private static final Duration EMPTYING = Duration.ofMinutes(1);

    private final LaneFactory factory;
    private final @Nullable MessageLogs logs;
    private final Duration drainTimeout;
    private final Map<String, DatabaseLanes> byDatabase = new LinkedHashMap<>();

    /** @param logs logs of messages that outlive the process, {@code null} if messages wait in memory */
    AllLanes(LaneFactory factory, @Nullable MessageLogs logs, Duration drainTimeout) {
        this.factory = factory;
        this.logs = logs;
        this.drainTimeout = drainTimeout;
    }

    /** Returns the lanes by database id. */
    Map<String, DatabaseLanes> byDatabase() {
        return Map.copyOf(byDatabase);
    }

    /** Creates lanes without starting them. */
    void create(Collection<? extends Database> databases) {
        databases.forEach(database -> byDatabase.put(database.id(), factory.lanesOf(database)));
    }

    /**
     * Recovers the messages of an earlier process and starts the lanes.
     *
     * @param reassign appends a message that was logged with a different lane layout to its lane, or to one of the
     *     given lanes if its route was removed; {@code false} if there is no room
     * @return the latest known arrival time of an earlier process, epoch microseconds
     */
    long start(BiPredicate<LoggedMessage, DatabaseLanes> reassign) {
        var latest = new LongAccumulator(Math::max, Long.MIN_VALUE);
        byDatabase.values().forEach(lanes -> latest.accumulate(lanes.recover()));
        if (logs != null) {
            logs.reassign(logged -> {
                if (!logged.message().replayed()) {
                    latest.accumulate(logged.message().arrivalMicros());
                }
                if (!reassign.test(logged, anyLanes())) {
                    throw noRoom();
                }
            });
        }
        byDatabase.forEach((databaseId, lanes) -> latest.accumulate(start(databaseId, lanes)));
        return latest.get();
    }

    private DatabaseLanes anyLanes() {
        return byDatabase.values().iterator().next(); // a configuration has at least one database
    }

    private static UncheckedIOException noRoom() {
        return new UncheckedIOException(new IOException("Spooled messages cannot be reassigned to the changed lanes and"
                + " routes, since the spool accepts no messages; they stay in the spool; free space on the disk, or"
                + " start once with the previous lanes and routes"));
    }

    /** Returns the latest arrival time of the earlier process. */
    private long start(String databaseId, DatabaseLanes lanes) {
        var marks = logs == null ? List.<HighWaterMark>of() : logs.marks(databaseId);
        lanes.start(marks);
        return HighWaterMark.latest(marks).arrival();
    }

    /**
     * Starts lanes for databases that have none yet, while the other lanes run.
     *
     * @throws UncheckedIOException if the logs of a database can't be opened or read; then nothing was started
     */
    void add(Collection<? extends Database> databases) {
        var added = new LinkedHashMap<String, DatabaseLanes>();
        try {
            for (var database : databases) {
                if (!byDatabase.containsKey(database.id())) {
                    added.put(database.id(), factory.lanesOf(database));
                }
            }
            added.values().forEach(DatabaseLanes::recover);
        } catch (RuntimeException e) {
            databases.stream()
                    .map(Database::id)
                    .filter(id -> !byDatabase.containsKey(id))
                    .forEach(this::release);
            throw e;
        }
        added.forEach(this::start);
        byDatabase.putAll(added);
    }

    /** Points each database's lanes to the database that now has its id. */
    void replaceDatabases(Collection<? extends Database> databases) {
        databases.forEach(database ->
                Objects.requireNonNull(byDatabase.get(database.id())).writeTo(database));
    }

    /** Ends the lanes of all other databases; their waiting messages become dead letters. */
    void keepOnly(Collection<? extends Database> databases) {
        var kept = databases.stream().map(Database::id).collect(Collectors.toSet());
        for (var databaseId : Set.copyOf(byDatabase.keySet())) {
            if (!kept.contains(databaseId)) {
                var lanes = Objects.requireNonNull(byDatabase.remove(databaseId));
                var longestWrite = lanes.longestWrite();
                lanes.writeTo(new RemovedDatabase(databaseId));
                stop(List.of(lanes), EMPTYING, longestWrite);
                lanes.seal(); // messages that slow broker threads still append go to the log, not to memory
                warnOfRest(databaseId, lanes.messages());
                lanes.close();
                release(databaseId);
            }
        }
    }

    private static void warnOfRest(String databaseId, int messages) {
        if (messages > 0) {
            LOG.warn(
                    "Database \"{}\" was removed from the configuration with {} messages on disk; they"
                            + " become dead letters at the next start",
                    databaseId,
                    messages);
        }
    }

    private void release(String databaseId) {
        factory.removed(databaseId);
        if (logs != null) {
            logs.release(databaseId);
        }
    }

    /** Lets all lanes empty their queues within the drain timeout, and waits until their threads end. */
    void stop() {
        byDatabase.values().forEach(DatabaseLanes::seal);
        stop(
                byDatabase.values(),
                drainTimeout,
                byDatabase.values().stream()
                        .map(DatabaseLanes::longestWrite)
                        .max(Comparator.naturalOrder())
                        .orElse(Duration.ZERO));
    }

    private static void stop(Collection<DatabaseLanes> lanes, Duration drain, Duration longestWrite) {
        lanes.forEach(group -> group.stopWithin(drain));
        long deadline =
                System.nanoTime() + drain.plus(longestWrite).plus(FINISHING).toNanos();
        try {
            for (var group : lanes) {
                group.join(deadline);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Releases the lanes' resources; call after they have stopped and nothing is appended any more. */
    void close() {
        byDatabase.values().forEach(DatabaseLanes::close);
    }

    /** Placeholder of a removed database: rejects all rows, so that its lanes' messages become dead letters. */
    private static final class RemovedDatabase implements Database, BatchWriter {

        private static final String SENTENCE = "the configuration no longer has this database";

        private final String id;

        RemovedDatabase(String id) {
            this.id = id;
        }

        @Override
        public String id() {
            return id;
        }

        @Override
        public Duration longestWrite() {
            return Duration.ZERO;
        }

        @Override
        public BatchWriter openWriter() {
            return this;
        }

        @Override
        public Precision open() {
            return Precision.MICROSECONDS;
        }

        @Override
        public Optional<String> objection(TableHandle table) {
            return Optional.of(SENTENCE);
        }

        @Override
        public void write(List<Row> rows) throws WriteException {
            throw new WriteException(FailureKind.REJECTED, SENTENCE, new IllegalStateException(SENTENCE));
        }

        @Override
        public boolean probe(List<Row> rows) {
            return false;
        }

        @Override
        public void close() {
            // nothing to close
        }
    }
}
