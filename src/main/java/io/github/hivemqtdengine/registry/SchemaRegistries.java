// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.registry;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.SchemaLookup;
import io.github.hivemqtdengine.decode.SchemaLookup.SchemaId;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Schema registries of the active configuration. Changes come from one thread; look-ups may come from any thread, and
 * follow a change of their registry.
 */
public final class SchemaRegistries {

    private final @Nullable Path cacheFolder;
    private final Map<String, Registry> registries = new ConcurrentHashMap<>();
    private PipelineMetrics metrics = PipelineMetrics.NONE;

    /**
     * @param cacheFolder the folder with a folder of schemas for each registry; {@code null} for a cache in memory only
     * @throws IllegalArgumentException if the certificates of a registry can't be used
     */
    public SchemaRegistries(List<RegistrySettings> settings, @Nullable Path cacheFolder) {
        this.cacheFolder = cacheFolder;
        open(settings);
    }

    /** Registers the metrics of all registries, now and after each change. */
    public void report(PipelineMetrics to) {
        metrics = to;
        registries.values().forEach(registry -> registry.report(to));
    }

    /** Returns the look-up of a registry, which may be added later. */
    public SchemaLookup lookup(String id) {
        return registries.computeIfAbsent(id, added -> new Registry());
    }

    /** Adds registries, and replaces those whose settings differ. */
    public void open(List<RegistrySettings> settings) {
        for (var registry : settings) {
            registries.computeIfAbsent(registry.id(), added -> new Registry()).change(registry);
        }
    }

    /** Removes all other registries. */
    public void keepOnly(List<RegistrySettings> settings) {
        var kept = settings.stream().map(RegistrySettings::id).collect(Collectors.toSet());
        Set.copyOf(registries.keySet()).stream()
                .filter(id -> !kept.contains(id))
                .forEach(id -> {
                    registries.remove(id);
                    metrics.remove("schema-registry." + id);
                });
    }

    /** Look-up by the current settings of a registry. */
    private final class Registry implements SchemaLookup {

        private volatile @Nullable Client client;

        private record Client(RegistrySettings settings, RegistryClient lookup) {}

        @Override
        public <T> T find(SchemaId id, Parser<T> parser) throws DecodeException {
            var current = client;
            if (current == null) {
                throw new DecodeException(Fault.UNKNOWN_SCHEMA, "The schema registry was removed", -1);
            }
            return current.lookup().find(id, parser);
        }

        void change(RegistrySettings settings) {
            var before = client;
            if (before == null || !before.settings().equals(settings)) {
                var folder = cacheFolder == null
                        ? null
                        : new SchemaFolder(cacheFolder.resolve(settings.id()), settings, SchemaFolder.MAX_BYTES);
                client = new Client(settings, new RegistryClient(settings, folder, System::nanoTime));
                report(metrics);
            }
        }

        void report(PipelineMetrics to) {
            var current = client;
            if (current != null) {
                current.lookup().report(to);
            }
        }
    }
}
