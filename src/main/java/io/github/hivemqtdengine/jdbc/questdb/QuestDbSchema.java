// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.questdb;

import io.github.hivemqtdengine.jdbc.dialect.Query;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.SchemaMode;
import io.github.hivemqtdengine.jdbc.dialect.SetupException;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Schema evolution in QuestDB: creates and extends the tables of the routes, as far as the settings allow. */
final class QuestDbSchema {

    private final SchemaMode mode;

    QuestDbSchema(SchemaMode mode) {
        this.mode = mode;
    }

    /** Result of SHOW COLUMNS: types by name, and the names of the key columns. Names ignore case. */
    private record Shape(Map<String, String> types, Set<String> keys) {}

    /**
     * Creates the table, or adds missing columns.
     *
     * @throws SetupException if the table does not fit its routes and must not be changed
     */
    void openTable(Connection connection, TableHandle handle, QuestDbTable table) throws SQLException {
        var shape = shape(connection, table);
        checkKeys(table, shape);
        if (table.adoptColumns(handle, shape.types())) {
            connection.commit();
            return; // the newest version is opened next
        }
        var missing = missing(table, shape);
        if (mode == SchemaMode.EVOLVE) {
            evolve(connection, handle, table, missing);
        } else if (!missing.isEmpty()) {
            throw refused("the table " + table.name() + " lacks a column; add it: " + String.join("; ", missing));
        }
        connection.commit();
    }

    /**
     * Returns the statements that add missing columns; empty if there is no such table.
     *
     * @throws SetupException if the table can't be made to fit
     */
    Optional<List<String>> missingColumns(Connection connection, QuestDbTable table) throws SQLException {
        var shape = describe(connection, table);
        return shape.types().isEmpty() ? Optional.empty() : Optional.of(missing(table, shape));
    }

    private static List<String> missing(QuestDbTable table, Shape shape) throws SetupException {
        checkKeys(table, shape);
        checkTypes(table, shape);
        return table.fields().stream()
                .filter(field -> !shape.types().containsKey(field.column().name()))
                .map(table::add)
                .toList();
    }

    /** Describes the table, and creates it only if missing: writing does not need the permission to create. */
    private Shape shape(Connection connection, QuestDbTable table) throws SQLException {
        var shape = describe(connection, table);
        if (!shape.types().isEmpty()) {
            return shape;
        }
        if (mode == SchemaMode.OFF) {
            throw refused("there is no table " + table.name() + "; create it: " + table.create());
        }
        Query.execute(connection, table.create());
        return describe(connection, table);
    }

    private static void checkKeys(QuestDbTable table, Shape shape) throws SetupException {
        var keys =
                table.keys().stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
        var time = shape.types().get(table.keys().get(0));
        if (!shape.keys().equals(keys) || !table.timestampType().equals(time)) {
            throw refused("the table " + table.name() + " has the keys " + shape.keys() + " and the time as " + time
                    + ", the route writes " + keys + " and " + table.timestampType()
                    + "; choose another table or create it: " + table.create());
        }
    }

    private static void checkTypes(QuestDbTable table, Shape shape) throws SetupException {
        var conflicts = new ArrayList<String>();
        for (var field : table.fields()) {
            var column = field.column();
            var there = shape.types().get(column.name());
            if (there != null && !table.isHeldBy(there, field)) {
                conflicts.add(column.name() + " as " + there + ", which can't hold every " + column.type()
                        + " that the route writes");
            }
        }
        if (!conflicts.isEmpty()) {
            throw refused("the table " + table.name() + " has " + String.join(" and ", conflicts)
                    + "; change the type or the name in the route");
        }
    }

    /** Returns the table's shape, without columns if there is no such table. */
    private static Shape describe(Connection connection, QuestDbTable table) throws SQLException {
        var shape = new Shape(new TreeMap<>(String.CASE_INSENSITIVE_ORDER), new HashSet<>());
        try (var statement = connection.createStatement();
                var result = statement.executeQuery(table.describe())) {
            while (result.next()) {
                var name = result.getString("column");
                shape.types().put(name, result.getString("type"));
                if (result.getBoolean("upsertKey")) {
                    shape.keys().add(name.toLowerCase(Locale.ROOT));
                }
            }
            return shape;
        } catch (SQLException e) {
            if (QuestDbFailures.saysMissingTable(e)) {
                connection.rollback();
                return shape;
            }
            throw e;
        }
    }

    private static SetupException refused(String message) {
        return new SetupException(FailureKind.REJECTED, message);
    }

    /** Adds columns, except for those that another connection has added meanwhile. */
    private static void evolve(Connection connection, TableHandle handle, QuestDbTable table, List<String> changes)
            throws SQLException {
        for (var change : changes) {
            try {
                Query.execute(connection, change);
            } catch (SQLException e) {
                if (!QuestDbFailures.saysAlreadyChanged(e)) {
                    throw e;
                }
                connection.rollback();
                var shape = describe(connection, table);
                checkTypes(table, shape);
                table.adoptColumns(handle, shape.types());
            }
        }
    }
}
