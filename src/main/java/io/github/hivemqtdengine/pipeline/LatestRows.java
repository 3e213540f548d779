package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.route.MappingEvents;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.Sampling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Leaves out the rows that are not worth storing behind the latest one of their subtable. It remembers between one and
 * two times its capacity of subtables, fewer where their rows fill its bytes, and nothing when the extension starts: the first row of a subtable that it does
 * not know is stored. It forgets all when a route became another one, since rows may have gone past it, or elsewhere.
 * Shared by the lanes of a database.
 */
final class LatestRows {

    private static final int REMEMBERED_SUBTABLES = 50_000;
    private static final long NANOS_PER_MICRO = 1_000;

    /** Rows have values of clients, so their number alone is no bound. */
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
     * Those of a message's rows that are worth storing; the events hear of the others.
     *
     * @param replayed whether the message is taken in once more, so that what is remembered may be its own rows
     */
    List<Row> worthStoring(List<Row> rows, Route route, boolean replayed, MappingEvents events) {
        if (!route.isSampled()) {
            return rows;
        }
        var worth = new ArrayList<Row>(rows.size());
        for (var row : rows) {
            var sampling = route.sampling(row.table());
            if (sampling.isNone() || isWorthStoring(row, route, replayed, events)) {
                worth.add(row);
            }
        }
        return worth;
    }

    private synchronized boolean isWorthStoring(Row row, Route route, boolean replayed, MappingEvents events) {
        followChanges(route);
        var key = new Key(row.table().superTable(), row.subtable());
        var last = latest.get(key);
        var sampling = route.sampling(row.table());
        // another shape is that of another route
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

    /** Whether the clock was far ahead when the latest row arrived, so that new ones would never follow it. */
    private static boolean isOfAnotherClock(Row row, Row last, Route route) {
        return route.timestampIsArrival()
                && ArrivalClock.isAhead(last.timestamp() / NANOS_PER_MICRO, row.timestamp() / NANOS_PER_MICRO);
    }

    /** What the next row is compared with; there may be many of them. */
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

    /** About how many bytes of heap the rows take. */
    synchronized long bytes() {
        return latest.bytes();
    }
}
