// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.conflict;

import io.github.hivemqtdengine.jdbc.JdbcDatabase;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.route.RouteSettings;
import io.github.hivemqtdengine.route.table.TableSettings;
import io.github.hivemqtdengine.route.table.TableSettings.OnTagChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Finds routes whose subtables would have the same names in different super tables, or the names of super tables that
 * records name. A name is unique in a TDengine database, so rows of the later one could never be stored.
 */
public final class SubtableNames {

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

        /**
         * Returns whether records may give a super table the name of a subtable. They can't if a hash ends the subtables'
         * names, because no super table's name ends so. Between two tables, text in front of the super table's name
         * suffices: a value in front of the subtable's name is not expected to begin with it.
         */
        boolean maySuperTableNameLike(Use other) {
            var names = table.names();
            var subtable = other.table.subtable();
            if (names == null
                    || other.table.onTagChange() == OnTagChange.NEW_SUBTABLE
                    || !names.mayNameLike(subtable)) {
                return false;
            }
            return equals(other)
                    || names.template().leadingText().isEmpty()
                    || !subtable.leadingText().isEmpty();
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

    public SubtableNames(List<DatabaseSettings> databases) {
        this.databases = databases.stream()
                .filter(database ->
                        JdbcDatabase.limits(database.connection().jdbcUrl()).hasEachSubtableOnce())
                .toList();
    }

    /** Adds a route; returns the problem if its subtables may have the names of an earlier one. */
    public Optional<String> add(RouteSettings route) {
        return databases.stream()
                .filter(database -> database.id().equals(route.databaseId()))
                .findFirst()
                .flatMap(database -> route.tables().stream()
                        .flatMap(table -> add(new Use(database, route, table)).stream())
                        .findFirst());
    }

    private Optional<String> add(Use added) {
        uses.add(added);
        var ofDatabase = uses.stream().filter(added::isOfSameDatabaseAs).toList();
        var named = ofDatabase.stream()
                .filter(use -> added.maySuperTableNameLike(use) || use.maySuperTableNameLike(added))
                .findFirst();
        if (named.isPresent()) {
            return Optional.of("has a super-table or a sub-table so that records may give a super table the name of a"
                    + " subtable of the route \"" + named.get().route.id() + "\"; both share their names in a TDengine"
                    + " database: write different text in front of them, or set on-tag-change=\"new-subtable\"");
        }
        var earlier = ofDatabase.stream()
                .filter(use -> !added.hasSuperTableOf(use))
                .filter(added::mayNameLike)
                .findFirst();
        return earlier.map(use -> "has the sub-table \"" + added.table.subtable() + "\" of the route \""
                + use.route.id() + "\", which has another super table; a subtable's name can be there only once in a"
                + " TDengine database: write different text in front of one");
    }
}
