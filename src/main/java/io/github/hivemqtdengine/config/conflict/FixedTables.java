// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.conflict;

import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.route.RouteSettings;
import io.github.hivemqtdengine.route.table.TableSettings;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Super tables that the configuration names, by database. Records can't name these. */
public final class FixedTables {

    private final Map<String, Place> places = new HashMap<>();
    private final Map<Place, Set<String>> names = new HashMap<>();

    private record Place(String url, String database) {}

    public FixedTables(List<DatabaseSettings> databases, List<RouteSettings> routes) {
        databases.forEach(database ->
                places.put(database.id(), new Place(database.connection().jdbcUrl(), database.name())));
        for (var route : routes) {
            var ofPlace = names.computeIfAbsent(place(route), place -> new HashSet<>());
            route.tables().stream()
                    .filter(table -> table.names() == null)
                    .map(TableSettings::superTable)
                    .map(name -> name.toLowerCase(Locale.ROOT))
                    .forEach(ofPlace::add);
        }
    }

    private Place place(RouteSettings route) {
        return places.getOrDefault(route.databaseId(), new Place("", ""));
    }

    /** Returns the settings of a route with the names that its records can't give to their tables. */
    public RouteSettings withTaken(RouteSettings route) {
        return route.withTaken(names.getOrDefault(place(route), Set.of()));
    }
}
