package io.github.hivemqtdengine.pipeline.delivery;

import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.table.Sampling;
import io.github.hivemqtdengine.time.ArrivalClock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Latest row of each subtable, for two comparisons with the next row. The sampling filter drops rows that are not worth
 * storing; it stores the first row of an unknown subtable, as after a start. The count of tag changes needs only a hash
 * of the tags. Each remembers one to two times its capacity of subtables, fewer if they use up its bytes. Shared by the
 * lanes of a database.
 */
final class LatestRows {

    private static final int SAMPLED_SUBTABLES = 50_000;
    private static final int TAGGED_SUBTABLES = 200_000;
    private static final long NANOS_PER_MICRO = 1_000;

    /** Heap limit: rows contain values of clients, so the number of rows alone is no bound. */
    private static final long MOST_ROW_BYTES = 32L << 20;
    /** Heap limit: clients choose the length of names, so the number of subtables alone is no bound. */
    private static final long MOST_TAG_BYTES = 16L << 20;

    private final Map<String, Route> routes = new HashMap<>();
    private final RecentMap<Key, Row> latest;
    /** Hash of the latest tags of each subtable; guarded by itself. */
    private final RecentMap<Key, Integer> tags;

    private record Key(String superTable, String subtable) {}

    LatestRows() {
        this(SAMPLED_SUBTABLES, TAGGED_SUBTABLES);
    }

    LatestRows(int sampledSubtables, int taggedSubtables) {
        this.latest = new RecentMap<>(
                sampledSubtables,
                MOST_ROW_BYTES,
                (key, row) -> RecentMap.bytesOf(key.subtable()) + RecentMap.bytesOf(row.values()));
        this.tags = new RecentMap<>(taggedSubtables, MOST_TAG_BYTES, (key, hash) -> RecentMap.bytesOf(key.subtable()));
    }

    /**
     * Returns the rows of a message that are worth storing; reports the others to the events.
     *
     * @param replayed whether the message is replayed, so that the remembered row may be its own
     */
    List<Row> filter(List<Row> rows, Route route, boolean replayed, MappingEvents events) {
        if (!route.isSampled()) {
            return rows;
        }
        var worth = new ArrayList<Row>(rows.size());
        for (var row : rows) {
            var sampling = route.sampling(row.table());
            if (sampling.isNone() || checkAndRemember(row, route, replayed, events)) {
                worth.add(row);
            }
        }
        return worth;
    }

    /** Remembers a row if later rows are to be compared with it; returns whether the row is worth storing. */
    private synchronized boolean checkAndRemember(Row row, Route route, boolean replayed, MappingEvents events) {
        followChanges(route);
        var key = new Key(row.shape().superTable(), row.subtable());
        var last = latest.get(key);
        var sampling = route.sampling(row.table());
        // another table of this name belongs to another route
        if (last != null && last.version().isSameTable(row.version())) {
            if (isOfAnotherClock(row, last, route)) {
                latest.put(key, needed(row, sampling));
                return true;
            }
            if (row.timestamp() < last.timestamp() || (replayed && row.timestamp() == last.timestamp())) {
                return true;
            }
            var objection = sampling.objection(last, row);
            if (objection.isPresent()) {
                events.count(objection.get(), row.shape().superTable());
                return false;
            }
        }
        latest.put(key, needed(row, sampling));
        return true;
    }

    /** Returns whether the clock was far ahead when the latest row arrived, so that no new row would follow it. */
    private static boolean isOfAnotherClock(Row row, Row last, Route route) {
        return route.timestampIsArrival()
                && ArrivalClock.isAhead(last.timestamp() / NANOS_PER_MICRO, row.timestamp() / NANOS_PER_MICRO);
    }

    /** Returns the part of a row that the next one is compared with, to save memory. */
    private static Row needed(Row row, Sampling sampling) {
        var values = Arrays.copyOf(row.values(), sampling.onlyOnChange() ? row.values().length : 0);
        if (values.length > 0) {
            Arrays.fill(values, row.firstTag(), values.length, null);
        }
        return new Row(row.target(), row.subtable(), row.timestamp(), row.sequence(), values);
    }

    /** Forgets all rows when a route changes, since rows may have bypassed the filter. */
    private void followChanges(Route route) {
        var before = routes.put(route.id(), route);
        if (before != null && before != route) {
            latest.clear();
        }
    }

    /** Remembers the tags of the rows; returns how many rows of a message change the tags of their subtables. */
    int recordTags(List<Row> rows, Route route) {
        int changes = 0;
        Row last = null;
        for (var row : rows) {
            if (!row.shape().tags().isEmpty()
                    && (last == null || !isLike(row, last))) { // most rows of a message are alike
                var key = new Key(row.shape().superTable(), route.subtableWithoutTags(row));
                changes += replaceTags(key, row.tagsHash()) ? 1 : 0;
            }
            last = row;
        }
        return changes;
    }

    private static boolean isLike(Row row, Row other) {
        return row.version().isSameTable(other.version())
                && row.subtable().equals(other.subtable())
                && row.hasTagsOf(other);
    }

    /** Remembers the tags of a subtable; returns whether they differ from the previous ones. */
    private boolean replaceTags(Key key, int hash) {
        synchronized (tags) {
            var before = tags.get(key);
            tags.put(key, hash);
            return before != null && before != hash;
        }
    }

    /** Returns the approximate heap bytes of the rows. */
    synchronized long rowBytes() {
        return latest.bytes();
    }

    /** Returns the approximate heap bytes of the tags. */
    long tagBytes() {
        synchronized (tags) {
            return tags.bytes();
        }
    }
}
