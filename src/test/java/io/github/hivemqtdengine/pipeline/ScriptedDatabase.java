package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A database that fails when it is told to, and remembers what it was given. May be used by many threads. */
final class ScriptedDatabase implements Database {

    final List<Row> stored = new CopyOnWriteArrayList<>();
    final List<List<Row>> writes = new CopyOnWriteArrayList<>();
    final AtomicInteger openWriters = new AtomicInteger();
    volatile Precision precision = Precision.MICROSECONDS;
    volatile @Nullable FailureKind connectFailure;
    private volatile FailureKind failure = FailureKind.TRANSIENT;
    private volatile Predicate<List<Row>> failsOn = rows -> false;
    private volatile CountDownLatch gate = new CountDownLatch(0);

    /** From now on fails writes whose rows satisfy this. */
    void fail(FailureKind kind, Predicate<List<Row>> rows) {
        failure = kind;
        failsOn = rows;
    }

    void recover() {
        failsOn = rows -> false;
        connectFailure = null;
    }

    /** From now on every write waits until the gate opens. */
    CountDownLatch shutGate() {
        gate = new CountDownLatch(1);
        return gate;
    }

    List<Object> values() {
        return stored.stream().map(row -> Objects.requireNonNull(row.column(0))).toList();
    }

    @Override
    public String id() {
        return "db";
    }

    @Override
    public BatchWriter openWriter() {
        openWriters.incrementAndGet();
        return new Writer();
    }

    @Override
    public void close() {}

    private final class Writer implements BatchWriter {

        @Override
        public Precision precision() throws WriteException {
            var kind = connectFailure;
            if (kind != null) {
                throw new WriteException(kind, "can't connect", new IllegalStateException("scripted"));
            }
            return precision;
        }

        @Override
        public void write(List<Row> rows) throws WriteException {
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new AssertionError("a writing thread was interrupted", e);
            }
            writes.add(List.copyOf(rows));
            if (failsOn.test(rows)) {
                throw new WriteException(failure, "scripted failure", new IllegalStateException("scripted"));
            }
            stored.addAll(rows);
        }

        @Override
        public void close() {
            openWriters.decrementAndGet();
        }
    }
}
