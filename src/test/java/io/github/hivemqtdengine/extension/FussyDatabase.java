// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.pipeline.delivery.BatchWriter;
import io.github.hivemqtdengine.pipeline.delivery.Database;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.pipeline.delivery.WriteException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** A database that counts its rows, fails now and then, and does not take every row. May be used by many threads. */
public final class FussyDatabase implements Database {

    private static final int WRITES_TO_FAILURE = 50;
    private static final int ROWS_TO_REFUSAL = 1_000;

    private final String id;
    private final AtomicLong rows = new AtomicLong();
    private final AtomicLong writes = new AtomicLong();

    public FussyDatabase(String id) {
        this.id = id;
    }

    /** Number of stored rows. */
    long rows() {
        return rows.get();
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public Duration longestWrite() {
        return Duration.ofSeconds(1);
    }

    @Override
    public BatchWriter openWriter() {
        return new BatchWriter() {
            @Override
            public Precision open() {
                return Precision.MICROSECONDS;
            }

            @Override
            public Optional<String> objection(TableHandle table) {
                return Optional.empty();
            }

            @Override
            public boolean probe(List<Row> rows) {
                return false;
            }

            @Override
            public void write(List<Row> batch) throws WriteException {
                if (writes.incrementAndGet() % WRITES_TO_FAILURE == 0) {
                    throw failure(FailureKind.TRANSIENT);
                }
                if (batch.stream().anyMatch(FussyDatabase::isRefused)) {
                    throw failure(FailureKind.REJECTED);
                }
                rows.addAndGet(batch.size());
            }

            @Override
            public void close() {}
        };
    }

    /** Returns whether the row is refused; always the same for equal rows. */
    private static boolean isRefused(Row row) {
        return Math.floorMod(row.timestamp() / 1_000, ROWS_TO_REFUSAL) == 7;
    }

    private static WriteException failure(FailureKind kind) {
        return new WriteException(kind, kind.toString(), new IllegalStateException("scripted"));
    }

    @Override
    public void close() {}
}
