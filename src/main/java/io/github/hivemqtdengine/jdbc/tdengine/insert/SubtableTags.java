// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.insert;

import io.github.hivemqtdengine.jdbc.tdengine.sql.TagSql;
import io.github.hivemqtdengine.memory.RecentMap;
import io.github.hivemqtdengine.memory.SubtableKey;
import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableVersion;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Update of existing subtables to the tags of incoming rows, before these are stored; TDengine alone would keep the old
 * tags. Since there may be other writers, tags that were read are cached only for a while. For one thread.
 */
public final class SubtableTags {

    private static final int REMEMBERED = 50_000;
    /** Limit for one lane; clients determine the length of the tags. */
    private static final long MAX_BYTES = 4L << 20;

    private static final int NAMES_IN_A_QUERY = 1_000;
    private static final long REMEMBERED_NANOS = Duration.ofSeconds(10).toNanos();

    private final String database;
    private final Map<TableVersion, TagSql> tables = new HashMap<>();
    private final LongSupplier nanoTime;
    private final RecentMap<SubtableKey, Known> known = new RecentMap<>(
            REMEMBERED, MAX_BYTES, (key, there) -> RecentMap.bytesOf(key.subtable()) + RecentMap.bytesOf(there.tags));

    /** Tags of a subtable at one time, in the form of {@link TagSql}. */
    private static final class Known {
        private final List<Column> columns;
        private final @Nullable Object[] tags;
        private final long atNanos;

        Known(List<Column> columns, @Nullable Object[] tags, long atNanos) {
            this.columns = columns;
            this.tags = tags;
            this.atNanos = atNanos;
        }
    }

    /** Tags that a batch sets for a subtable: those of the row that arrived last. */
    private static final class Wanted {
        private TagSql sql;
        private Row row;
        private boolean isDisputed;

        Wanted(TagSql sql, Row row) {
            this.sql = sql;
            this.row = row;
        }

        void replaceBy(TagSql sqlOfLater, Row later) {
            isDisputed |= !Objects.deepEquals(sql.tags(row), sqlOfLater.tags(later));
            sql = sqlOfLater;
            row = later;
        }
    }

    public SubtableTags(String database, LongSupplier nanoTime) {
        this.database = database;
        this.nanoTime = nanoTime;
    }

    /**
     * Changes the tags of the subtables that differ.
     *
     * @param rows rows of open tables, in the order of their arrival
     */
    public void follow(Connection connection, List<Row> rows, Precision precision) throws SQLException {
        var wanted = wanted(rows, precision);
        if (wanted.isEmpty()) {
            return;
        }
        try (var statement = connection.createStatement()) {
            var subtables = new ArrayList<>(wanted.entrySet());
            for (int from = 0; from < subtables.size(); from += NAMES_IN_A_QUERY) { // all tags could fill the heap
                var some = subtables.subList(from, Math.min(from + NAMES_IN_A_QUERY, subtables.size()));
                var there = read(statement, some);
                for (var subtable : some) {
                    follow(statement, subtable.getKey(), subtable.getValue(), there.get(subtable.getKey()));
                }
            }
        }
    }

    private Map<SubtableKey, Wanted> wanted(List<Row> rows, Precision precision) {
        var wanted = new LinkedHashMap<SubtableKey, Wanted>();
        for (var row : rows) {
            var sql =
                    tables.computeIfAbsent(row.version(), version -> new TagSql(database, version.shape(), precision));
            var key = new SubtableKey(row.shape().superTable(), row.subtable());
            var earlier = wanted.putIfAbsent(key, new Wanted(sql, row));
            if (earlier != null) {
                earlier.replaceBy(sql, row);
            }
        }
        return wanted;
    }

    /** Returns the subtables' tags, read where unknown; missing subtables have no entry. */
    private Map<SubtableKey, Known> read(Statement statement, List<Map.Entry<SubtableKey, Wanted>> wanted)
            throws SQLException {
        var there = new HashMap<SubtableKey, Known>();
        var unknown = new IdentityHashMap<TagSql, List<String>>();
        for (var subtable : wanted) {
            var key = subtable.getKey();
            var sql = subtable.getValue().sql;
            forgetIfOther(key, sql);
            var remembered = known.get(key);
            if (remembered == null) {
                unknown.computeIfAbsent(sql, it -> new ArrayList<>()).add(key.subtable());
            } else {
                there.put(key, remembered);
            }
        }
        for (var ofTable : unknown.entrySet()) {
            read(statement, ofTable.getKey(), ofTable.getValue(), there);
        }
        return there;
    }

    /** Forgets tags that are too old or of other tag columns: a mapping may change while the broker runs. */
    private void forgetIfOther(SubtableKey key, TagSql sql) {
        var there = known.get(key);
        if (there != null && (isOld(there, sql) || !there.columns.equals(sql.columns()))) {
            known.remove(key);
        }
    }

    private boolean isOld(Known there, TagSql sql) {
        return sql.isComparable() && nanoTime.getAsLong() - there.atNanos >= REMEMBERED_NANOS;
    }

    private void read(Statement statement, TagSql sql, List<String> names, Map<SubtableKey, Known> there)
            throws SQLException {
        try (var result = statement.executeQuery(sql.select(names))) {
            while (result.next()) {
                var key = new SubtableKey(sql.superTable(), result.getString(1));
                there.put(key, remember(key, sql, sql.read(result)));
            }
        }
    }

    private void follow(Statement statement, SubtableKey key, Wanted wanted, @Nullable Known there)
            throws SQLException {
        var tags = wanted.sql.tags(wanted.row);
        if (there == null && wanted.isDisputed) {
            // an INSERT would create the subtable with the tags of the row with the earliest time
            statement.execute(wanted.sql.create(wanted.row));
        } else if (there != null && Objects.deepEquals(there.tags, tags)) {
            return; // the entry keeps its age
        } else if (there != null) {
            statement.execute(wanted.sql.alter(wanted.row, there.tags));
        }
        remember(key, wanted.sql, tags);
    }

    private Known remember(SubtableKey key, TagSql sql, @Nullable Object[] tags) {
        var noted = new Known(sql.columns(), tags, nanoTime.getAsLong());
        known.put(key, noted);
        return noted;
    }

    /** Returns about how many bytes of heap the tags take. */
    long bytes() {
        return known.bytes();
    }
}
