package io.github.hivemqtdengine.pipeline.delivery;

import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.pipeline.time.ArrivalClock;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.table.Sampling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Sampling filter: drops rows that are not worth storing after the latest row of their subtable. Remembers one to two
 * times its capacity of subtables, fewer if their rows use up its bytes. The first row of an unknown subtable, as after
 * a start, is stored. Forgets everything when a route changes, since rows may have bypassed the filter. Shared by the
 * lanes of a database.
 */
final class LatestRows {

    private static final int REMEMBERED_SUBTABLES = 50_000;
    private static final long NANOS_PER_MICRO = 1_000;

    /** Heap limit: rows contain values of clients, so the number of rows alone is no bound. */
    private static final long MOST_BYTES = 32L << 20;

    private final Map<String, Route> routes = new HashMap<>();
    private final RecentMap<Key, Row> latest;

    private record Key(String superTable, String subtable) {}

    LatestRows() {
        this(REMEMBERED_SUBTABLES);
    }

    LatestRows(int capacity) {
        this.latest = new RecentMap<>(
                capacity,
                MOST_BYTES,
                (key, row) -> RecentMap.bytesOf(key.subtable()) + RecentMap.bytesOf(row.values()));
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
        var key = new Key(row.table().superTable(), row.subtable());
        var last = latest.get(key);
        var sampling = route.sampling(row.table());
        // a table of another shape belongs to another route
        if (last != null && last.table().equals(row.table())) {
            if (isOfAnotherClock(row, last, route)) {
                latest.put(key, needed(row, sampling));
                return true;
            }
            if (row.timestamp() < last.timestamp() || (replayed && row.timestamp() == last.timestamp())) {
                return true;
            }
            var objection = sampling.objection(last, row);
            if (objection.isPresent()) {
                events.count(objection.get(), row.table().superTable());
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
        int columns = sampling.onlyOnChange() ? row.table().columns().size() : 0;
        return new Row(
                row.table(), row.subtable(), row.timestamp(), row.sequence(), Arrays.copyOf(row.values(), columns));
    }

    private void followChanges(Route route) {
        var before = routes.put(route.id(), route);
        if (before != null && before != route) {
            latest.clear();
        }
    }

    /** Returns the approximate heap bytes of the rows. */
    synchronized long bytes() {
        return latest.bytes();
    }
}
