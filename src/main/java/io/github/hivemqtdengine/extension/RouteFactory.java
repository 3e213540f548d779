// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

import io.github.hivemqtdengine.decode.sparkplug.EdgeNodes;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.registry.SchemaRegistries;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteCompiler;
import io.github.hivemqtdengine.route.RouteSettings;
import io.github.hivemqtdengine.route.sparkplug.SequenceNumbers.SequenceMemory;
import io.github.hivemqtdengine.route.sparkplug.SparkplugInput;
import io.github.hivemqtdengine.route.stage.RouteMemory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Factory of routes that share the memory of their database, as do those that replace them. For one thread. */
final class RouteFactory {

    private final SchemaRegistries registries;
    private final EdgeNodes edgeNodes;
    private final Map<String, Memory> memories = new HashMap<>();

    private record Memory(RouteMemory rows, SequenceMemory sequences) {}

    /** @param edgeNodes memory that the Sparkplug routes feed and read */
    RouteFactory(SchemaRegistries registries, EdgeNodes edgeNodes) {
        this.registries = registries;
        this.edgeNodes = edgeNodes;
    }

    Route create(RouteSettings settings) {
        var route = settings.with(registries::lookup);
        var memory =
                memories.computeIfAbsent(route.databaseId(), id -> new Memory(new RouteMemory(), new SequenceMemory()));
        return RouteCompiler.compile(route, SparkplugInput.of(route, edgeNodes, memory.sequences()), memory.rows());
    }

    /** Forgets the memories of all other databases. */
    void keepOnly(List<DatabaseSettings> databases) {
        memories.keySet().retainAll(databases.stream().map(DatabaseSettings::id).toList());
    }
}
