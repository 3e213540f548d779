// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.stage;

import io.github.hivemqtdengine.memory.RecentMap;
import io.github.hivemqtdengine.memory.SubtableKey;
import io.github.hivemqtdengine.message.Row;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;

/**
 * What the routes of a database remember of earlier messages, to be shared by their stages. Outlives a route that is
 * replaced. Bounded in bytes, since names and values come from clients. Thread-safe: each map is guarded by itself.
 */
public final class RouteMemory {

    /** Latest row of each sampled subtable, as far as the next one is compared with it. */
    final RecentMap<SubtableKey, Row> rows = new RecentMap<>(
            50_000, 32L << 20, (key, row) -> RecentMap.bytesOf(key.subtable()) + RecentMap.bytesOf(row.values()));

    /** Filter that has compared the latest row of each route, by the route's id; guarded by the rows. */
    final Map<String, WeakReference<ChangeFilter>> filters = new HashMap<>();

    /** Hash of the latest tags of each subtable. */
    final RecentMap<SubtableKey, Integer> tags =
            new RecentMap<>(200_000, 16L << 20, (key, hash) -> RecentMap.bytesOf(key.subtable()));
}
