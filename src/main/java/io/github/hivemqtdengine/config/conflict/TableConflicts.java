// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.conflict;

import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.route.RouteSettings;
import io.github.hivemqtdengine.route.conversion.ValueSettings;
import io.github.hivemqtdengine.route.table.TableSettings;
import io.github.hivemqtdengine.route.table.TableSettings.OnTagChange;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Compares routes that write the same super table, or may do so because records name it. All of them must have the same
 * keys, columns and tags, and treat tag changes in the same way.
 */
public final class TableConflicts {

    private record Name(String databaseId, String superTable) {}

    private record Shape(String timestamp, @Nullable String sequence, Set<Column> columns, Set<Column> tags) {}

    private record FirstUse(String routeId, TableSettings table, Shape shape, OnTagChange onTagChange) {}

    private final Map<Name, FirstUse> uses = new HashMap<>();

    /** Adds a route; returns the problem if it contradicts an earlier one. */
    public Optional<String> add(RouteSettings route) {
        return route.tables().stream()
                .flatMap(table -> add(route, table).stream())
                .findFirst();
    }

    private Optional<String> add(RouteSettings route, TableSettings table) {
        var name = new Name(route.databaseId(), table.superTable());
        var use = new FirstUse(route.id(), table, shape(table), table.onTagChange());
        var first = first(name, table);
        uses.putIfAbsent(name, use);
        if (first == null) {
            return Optional.empty();
        }
        if (!first.shape.equals(use.shape)) {
            return contradiction("other keys, columns or tags", name, first);
        }
        return first.onTagChange == use.onTagChange
                ? Optional.empty()
                : contradiction("another on-tag-change", name, first);
    }

    private @Nullable FirstUse first(Name name, TableSettings table) {
        var first = uses.get(name);
        var names = table.names();
        if (first != null || names == null) {
            return first;
        }
        return uses.entrySet().stream()
                .filter(use -> use.getKey().databaseId().equals(name.databaseId))
                .map(Map.Entry::getValue)
                .filter(use -> use.table.names() != null
                        && names.mayNameLike(use.table.names().template()))
                .findFirst()
                .orElse(null);
    }

    private static Optional<String> contradiction(String what, Name name, FirstUse first) {
        return Optional.of("writes the super table \"" + name.superTable + "\" with " + what + " than the route \""
                + first.routeId + "\"; make them the same, or choose another super table");
    }

    private static Shape shape(TableSettings table) {
        var timestamp = table.timestamp();
        return new Shape(
                timestamp.column(), timestamp.sequenceColumn(), columns(table.columns()), columns(table.tags()));
    }

    /** Returns a set, since the order is not relevant. */
    private static Set<Column> columns(List<ValueSettings> values) {
        return values.stream().map(ValueSettings::column).collect(Collectors.toUnmodifiableSet());
    }
}
