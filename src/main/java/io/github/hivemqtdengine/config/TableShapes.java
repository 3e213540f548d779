package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.route.RouteSettings;
import io.github.hivemqtdengine.route.TableSettings;
import io.github.hivemqtdengine.route.ValueSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Compares routes that write the same super table: all of them must give it the same keys, columns and tags. */
final class TableShapes {

    private record Name(String databaseId, String superTable) {}

    private record Shape(String timestamp, @Nullable String sequence, Set<Column> columns, Set<Column> tags) {}

    private record FirstUse(String routeId, Shape shape) {}

    private final Map<Name, FirstUse> uses = new HashMap<>();

    /** Adds a route, and says what is wrong if it contradicts an earlier one. */
    Optional<String> add(RouteSettings route) {
        var name = new Name(route.databaseId(), route.table().superTable());
        var use = new FirstUse(route.id(), shape(route.table()));
        var first = uses.putIfAbsent(name, use);
        if (first == null || first.shape.equals(use.shape)) {
            return Optional.empty();
        }
        return Optional.of("writes the super table \"" + name.superTable + "\" with other keys, columns or tags than"
                + " the route \"" + first.routeId + "\"; make them the same, or choose another super table");
    }

    private static Shape shape(TableSettings table) {
        var timestamp = table.timestamp();
        return new Shape(
                timestamp.column(), timestamp.sequenceColumn(), columns(table.columns()), columns(table.tags()));
    }

    /** Their order makes no difference. */
    private static Set<Column> columns(List<ValueSettings> values) {
        return values.stream().map(ValueSettings::column).collect(Collectors.toUnmodifiableSet());
    }
}
