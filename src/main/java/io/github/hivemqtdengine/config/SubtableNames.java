package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.jdbc.JdbcDatabase;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.route.RouteSettings;
import io.github.hivemqtdengine.route.table.TableSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Finds routes whose subtables would have the same names in different super tables. A subtable's name is unique in a
 * TDengine database, so rows of the later one could never be stored.
 */
final class SubtableNames {

    private static final String TOPIC = "${mqtt-topic}";
    private static final Pattern TOPIC_LEVEL = Pattern.compile("\\$\\{mqtt-topic:(\\d{1,4})}");

    private record Use(DatabaseSettings database, RouteSettings route, TableSettings table) {

        boolean isOfSameDatabaseAs(Use other) {
            return database.connection()
                            .jdbcUrl()
                            .equals(other.database.connection().jdbcUrl())
                    && database.name().equals(other.database.name());
        }

        boolean hasSuperTableOf(Use other) {
            return table.superTable().equals(other.table.superTable());
        }

        /** Returns whether both may produce the same name: equal templates, whose topic parts may be equal. */
        boolean mayNameLike(Use other) {
            var template = table.subtable();
            if (!template.equals(other.table.subtable())) {
                return false;
            }
            boolean topicsDiffer = template.text().contains(TOPIC) && !FilterOverlap.isPossible(route, other.route);
            boolean levelsDiffer = TOPIC_LEVEL
                    .matcher(template.text())
                    .results()
                    .anyMatch(
                            level -> FilterOverlap.differInLevel(route, other.route, Integer.parseInt(level.group(1))));
            return !topicsDiffer && !levelsDiffer;
        }
    }

    private final List<DatabaseSettings> databases;
    private final List<Use> uses = new ArrayList<>();

    SubtableNames(List<DatabaseSettings> databases) {
        this.databases = databases.stream()
                .filter(database ->
                        JdbcDatabase.limits(database.connection().jdbcUrl()).hasEachSubtableOnce())
                .toList();
    }

    /** Adds a route; returns the problem if its subtables may have the names of an earlier one. */
    Optional<String> add(RouteSettings route) {
        return databases.stream()
                .filter(database -> database.id().equals(route.databaseId()))
                .findFirst()
                .flatMap(database -> route.tables().stream()
                        .flatMap(table -> add(new Use(database, route, table)).stream())
                        .findFirst());
    }

    private Optional<String> add(Use added) {
        var earlier = uses.stream()
                .filter(added::isOfSameDatabaseAs)
                .filter(use -> !added.hasSuperTableOf(use))
                .filter(added::mayNameLike)
                .findFirst();
        uses.add(added);
        return earlier.map(use -> "has the sub-table \"" + added.table.subtable() + "\" of the route \""
                + use.route.id() + "\", which has another super table; a subtable's name can be there only once in a"
                + " TDengine database: write different text in front of one");
    }
}
