package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.Table;
import io.github.hivemqtdengine.route.RouteTable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Super tables that several routes write, by database. Immutable. */
public final class SharedTables {

    public static final SharedTables NONE = new SharedTables(Map.of());

    private final Map<String, Set<String>> byDatabase;

    private SharedTables(Map<String, Set<String>> byDatabase) {
        this.byDatabase = byDatabase;
    }

    /** Returns these tables plus those that the routes share; a table stays shared, as its keys were allocated so. */
    public SharedTables and(RouteTable routes) {
        var all = new HashMap<String, Set<String>>();
        byDatabase.forEach((databaseId, tables) -> all.put(databaseId, new HashSet<>(tables)));
        var seen = new HashMap<String, Set<String>>();
        for (var route : routes.routes()) {
            var ofDatabase = seen.computeIfAbsent(route.databaseId(), id -> new HashSet<>());
            route.tables().stream()
                    .map(Table::superTable)
                    .distinct()
                    .filter(superTable -> !ofDatabase.add(superTable))
                    .forEach(superTable -> all.computeIfAbsent(route.databaseId(), id -> new HashSet<>())
                            .add(superTable));
        }
        return new SharedTables(all);
    }

    /** Returns the shared super tables of one database. */
    public Set<String> of(String databaseId) {
        return byDatabase.getOrDefault(databaseId, Set.of());
    }
}
