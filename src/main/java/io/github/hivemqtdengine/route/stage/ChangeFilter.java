// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.stage;

import io.github.hivemqtdengine.memory.SubtableKey;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.table.Sampling;
import io.github.hivemqtdengine.time.ArrivalClock;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Sampling of a route's rows, by comparison with the latest row of their subtable. Stores the first row of an unknown
 * subtable, as after a start. Thread-safe.
 *
 * @param samplings sampling of each of the route's tables
 * @param timestampIsArrival whether the time key of every row is the arrival time
 */
public record ChangeFilter(
        RouteMemory memory, String routeId, Function<TableHandle, Sampling> samplings, boolean timestampIsArrival) {

    private static final long NANOS_PER_MICRO = 1_000;

    /**
     * Returns the rows of a message that are worth storing; reports the others to the events.
     *
     * @param replayed whether the message is replayed, so that the remembered row may be its own
     */
    public List<Row> filter(List<Row> rows, boolean replayed, MappingEvents events) {
        var worth = new ArrayList<Row>(rows.size());
        for (var row : rows) {
            var sampling = samplings.apply(row.table());
            if (sampling.isNone() || checkAndRemember(row, sampling, replayed, events)) {
                worth.add(row);
            }
        }
        return worth;
    }

    /** Remembers a row if later rows are to be compared with it; returns whether the row is worth storing. */
    private boolean checkAndRemember(Row row, Sampling sampling, boolean replayed, MappingEvents events) {
        var key = new SubtableKey(row.shape().superTable(), row.subtable());
        synchronized (memory.rows) {
            followChanges();
            var last = memory.rows.get(key);
            // another table of this name belongs to another route
            if (last != null && last.version().isSameTable(row.version()) && !isOfAnotherClock(row, last)) {
                if (row.timestamp() < last.timestamp() || (replayed && row.timestamp() == last.timestamp())) {
                    return true;
                }
                var objection = sampling.objection(last, row);
                if (objection.isPresent()) {
                    events.count(objection.get(), row.shape().superTable());
                    return false;
                }
            }
            memory.rows.put(key, needed(row, sampling));
            return true;
        }
    }

    /** Forgets all rows if the route has changed: some may have bypassed its filter. */
    private void followChanges() {
        var before = memory.filters.get(routeId);
        if (before == null || !before.refersTo(this)) {
            memory.filters.put(routeId, new WeakReference<>(this)); // a replaced route must not stay
            if (before != null) {
                memory.rows.clear();
            }
        }
    }

    /** Returns whether the clock was far ahead when the latest row arrived, so that no new row would follow it. */
    private boolean isOfAnotherClock(Row row, Row last) {
        return timestampIsArrival
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
}
