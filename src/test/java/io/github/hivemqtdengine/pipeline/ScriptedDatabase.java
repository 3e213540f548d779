// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.pipeline.delivery.BatchWriter;
import io.github.hivemqtdengine.pipeline.delivery.Database;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.pipeline.delivery.WriteException;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A database that fails when it is told to, and remembers what it was given. May be used by many threads. */
public class ScriptedDatabase implements Database {

    private final String id;
    public final List<Row> stored = new CopyOnWriteArrayList<>();
    public final List<List<Row>> writes = new CopyOnWriteArrayList<>();
    public final AtomicInteger openWriters = new AtomicInteger();
    final AtomicInteger connects = new AtomicInteger();
    final AtomicInteger waitingAtGate = new AtomicInteger();
    volatile Precision precision = Precision.MICROSECONDS;
    volatile @Nullable FailureKind connectFailure;
    /** Runs when a lane connects. */
    volatile Runnable connecting = () -> {};
    /** Reason why no row can be stored in any table, or {@code null}. */
    public volatile @Nullable String objection;
    /** Runs when a lane asks for {@link #objection}. */
    public volatile Runnable look = () -> {};

    public final AtomicInteger looks = new AtomicInteger();

    private volatile Function<List<Row>, @Nullable FailureKind> failures = rows -> null;
    private volatile IntFunction<@Nullable FailureKind> laneFailures = lane -> null;
    private volatile Predicate<Row> refusals = row -> false;
    private volatile Predicate<List<Row>> losses = rows -> false;
    private volatile @Nullable Error error;
    /** Tells whether the database answers a query about the places of rows. */
    volatile Predicate<List<Row>> answers = rows -> true;

    private volatile CountDownLatch gate = new CountDownLatch(0);

    public ScriptedDatabase() {
        this("db");
    }

    public ScriptedDatabase(String id) {
        this.id = id;
    }

    /** From now on fails writes whose rows satisfy this. */
    public void fail(FailureKind kind, Predicate<List<Row>> rows) {
        fail(written -> rows.test(written) ? kind : null);
    }

    /** From now on fails writes in the way that this says, and lets those pass for which it says {@code null}. */
    public void fail(Function<List<Row>, @Nullable FailureKind> kinds) {
        failures = kinds;
    }

    /** From now on fails the writes of these lanes, of which the first is 0. */
    void failLane(IntFunction<@Nullable FailureKind> kinds) {
        laneFailures = kinds;
    }

    /** From now on fails with this instead of with the exception that the pipeline expects. */
    void failWith(Error thrown, Predicate<List<Row>> rows) {
        error = thrown;
        fail(FailureKind.UNKNOWN, rows);
    }

    /** From now on names these rows when it is to write them, and writes nothing. */
    void refuse(Predicate<Row> rows) {
        refusals = rows;
    }

    /** From now on loses the connection with writes whose rows satisfy this. */
    void lose(Predicate<List<Row>> rows) {
        losses = rows;
    }

    public void recover() {
        losses = rows -> false;
        failures = rows -> null;
        refusals = row -> false;
        laneFailures = lane -> null;
        connectFailure = null;
        objection = null;
    }

    /** From now on every write waits until the gate opens. */
    public CountDownLatch shutGate() {
        gate = new CountDownLatch(1);
        return gate;
    }

    List<Object> values() {
        return stored.stream().map(row -> Objects.requireNonNull(row.column(0))).toList();
    }

    /** The different keys of what was stored: what a database would hold. */
    Set<List<Object>> keys() {
        return stored.stream()
                .map(row -> List.<Object>of(row.subtable(), precision.ticks(row.timestamp())))
                .collect(Collectors.toSet());
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public Duration longestWrite() {
        return Duration.ofMinutes(2); // no stall of the machine makes batches smaller
    }

    @Override
    public BatchWriter openWriter() {
        return new Writer(openWriters.getAndIncrement());
    }

    @Override
    public void close() {}

    private final class Writer implements BatchWriter {

        private final int lane;

        Writer(int lane) {
            this.lane = lane;
        }

        @Override
        public Precision open() throws WriteException {
            connects.incrementAndGet();
            connecting.run();
            var kind = connectFailure;
            if (kind != null) {
                throw new WriteException(kind, "can't connect", new IllegalStateException("scripted"));
            }
            return precision;
        }

        @Override
        public Optional<String> objection(TableHandle table) {
            looks.incrementAndGet();
            look.run();
            return Optional.ofNullable(objection);
        }

        @Override
        public boolean probe(List<Row> rows) {
            return answers.test(rows);
        }

        @Override
        public void write(List<Row> rows) throws WriteException {
            waitingAtGate.incrementAndGet();
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new AssertionError("a writing thread was interrupted", e);
            }
            writes.add(List.copyOf(rows));
            refuse(rows);
            var kind = laneFailures.apply(lane);
            if (kind == null) {
                kind = failures.apply(rows);
            }
            if (kind != null && error != null) {
                throw error;
            }
            if (kind != null) {
                throw new WriteException(kind, "scripted failure", new IllegalStateException("scripted"));
            }
            if (losses.test(rows)) {
                throw WriteException.ofLostConnection("scripted loss", new IllegalStateException("scripted"));
            }
            stored.addAll(rows);
        }

        private void refuse(List<Row> rows) throws WriteException {
            var refused = new IdentityHashMap<Row, String>();
            rows.stream().filter(refusals).forEach(row -> refused.put(row, "refused " + row.column(0)));
            if (!refused.isEmpty()) {
                throw new WriteException(
                        FailureKind.REJECTED, "scripted refusal", new IllegalStateException("scripted"), refused);
            }
        }

        @Override
        public void close() {
            openWriters.decrementAndGet();
        }
    }
}
