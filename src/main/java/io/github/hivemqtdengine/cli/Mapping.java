// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.decode.sparkplug.EdgeNodes;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.message.TableShape;
import io.github.hivemqtdengine.registry.SchemaRegistries;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteCompiler;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.route.sparkplug.SparkplugInput;
import io.github.hivemqtdengine.spool.births.BirthLimits;
import io.github.hivemqtdengine.spool.births.Births;
import java.util.List;

/** Compiled routes of a configuration, for the commands. */
record Mapping(RouteTable routes) {

    static Mapping of(ExtensionSettings settings) {
        return new Mapping(RouteTable.of(
                settings.routes().stream().map(RouteCompiler::compile).toList()));
    }

    /** Returns the routes for messages in their order: one of Sparkplug may need those before. */
    static Mapping ofMessagesInOrder(ExtensionSettings settings) {
        return withRegistries(settings, Births.inMemory(BirthLimits.DEFAULT));
    }

    /**
     * Returns the routes with access to the schema registries of the configuration.
     *
     * @param edgeNodes the memory of the BIRTHs of Sparkplug
     */
    static Mapping withRegistries(ExtensionSettings settings, EdgeNodes edgeNodes) {
        var registries = new SchemaRegistries(settings.registries(), null);
        return new Mapping(RouteTable.of(settings.routes().stream()
                .map(route -> route.with(registries::lookup))
                .map(route -> RouteCompiler.compile(route, SparkplugInput.of(route, edgeNodes, null), null))
                .toList()));
    }

    List<String> ids() {
        return routes.routes().stream().map(Route::id).toList();
    }

    /** Returns the tables that the routes write in a database. */
    List<TableHandle> tables(String databaseId) {
        return routes.routes().stream()
                .filter(route -> route.databaseId().equals(databaseId))
                .flatMap(route -> route.tables().stream())
                .toList();
    }

    /** Returns the shapes of these tables. */
    List<TableShape> shapes(String databaseId) {
        return tables(databaseId).stream().map(TableHandle::shape).toList();
    }

    /** Returns the routes with a statement template, whose tables are unknown. */
    List<String> idsWithoutTables(String databaseId) {
        return routes.routes().stream()
                .filter(route -> route.databaseId().equals(databaseId))
                .filter(route -> route.tables().isEmpty() && !route.hasNamedTables())
                .map(Route::id)
                .toList();
    }

    /** Returns the routes whose records name tables. */
    List<String> idsWithNamedTables(String databaseId) {
        return routes.routes().stream()
                .filter(route -> route.databaseId().equals(databaseId))
                .filter(Route::hasNamedTables)
                .map(Route::id)
                .toList();
    }
}
