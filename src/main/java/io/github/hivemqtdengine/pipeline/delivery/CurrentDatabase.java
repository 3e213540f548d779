package io.github.hivemqtdengine.pipeline.delivery;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.Table;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Replaceable database that the lanes of one database id write to. Lanes use a replacement with their next batch, or
 * with the next attempt of a waiting one. May be used by any thread.
 */
public final class CurrentDatabase {

    private volatile Database database;

    public CurrentDatabase(Database database) {
        this.database = database;
    }

    public String id() {
        return database.id();
    }

    public Duration longestWrite() {
        return database.longestWrite();
    }

    public boolean is(Database other) {
        return database == other;
    }

    public void replaceWith(Database other) {
        database = other;
    }

    /** Returns a writer for one lane that uses replacements of the database. */
    public BatchWriter openWriter() {
        return new Following();
    }

    /** Writer that switches databases only in {@link #open}, since the keys of a batch depend on the precision. */
    private final class Following implements BatchWriter {

        private Database followed = database;
        private BatchWriter writer = followed.openWriter();

        @Override
        public Precision open() throws WriteException {
            var now = database;
            if (now != followed) {
                writer.close();
                followed = now;
                writer = now.openWriter();
            }
            return writer.open();
        }

        @Override
        public Optional<String> objection(Table table) {
            return writer.objection(table);
        }

        @Override
        public void write(List<Row> rows) throws WriteException {
            writer.write(rows);
        }

        @Override
        public boolean probe(List<Row> rows) {
            return writer.probe(rows);
        }

        @Override
        public void close() {
            writer.close();
        }
    }
}
