// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import static io.github.hivemqtdengine.config.xml.ElementType.element;

import io.github.hivemqtdengine.config.conflict.FixedTables;
import io.github.hivemqtdengine.config.conflict.SubtableNames;
import io.github.hivemqtdengine.config.conflict.TableConflicts;
import io.github.hivemqtdengine.config.payload.SchemaFiles;
import io.github.hivemqtdengine.config.xml.Element;
import io.github.hivemqtdengine.config.xml.ElementType;
import io.github.hivemqtdengine.config.xml.Includes;
import io.github.hivemqtdengine.config.xml.Problems;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.pipeline.queue.LaneSettings.LaneKey;
import io.github.hivemqtdengine.registry.RegistrySettings;
import io.github.hivemqtdengine.route.RouteSettings;
import io.github.hivemqtdengine.route.table.TableSettings.OnTagChange;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads {@code <hivemq-tdengine-extension>}. */
final class SettingsReader {

    static final ElementType ROOT = element(
            Element.ROOT,
            "Configuration of the extension",
            "扩展的配置",
            Databases.DATABASES,
            Registries.REGISTRIES,
            Routes.DEFAULTS,
            Routes.ROUTES,
            Delivery.DELIVERY);

    private final Path folder;
    private final Includes includes;
    private final SchemaFiles schemas;
    private final ShortRoutes preset;
    private final Problems problems;

    /**
     * @param folder the base of relative paths
     * @param includes reads the included files
     * @param schemas the schema files of payloads
     * @param preset replaces short routes
     */
    SettingsReader(Path folder, Includes includes, SchemaFiles schemas, ShortRoutes preset, Problems problems) {
        this.folder = folder;
        this.includes = includes;
        this.schemas = schemas;
        this.preset = preset;
        this.problems = problems;
    }

    ExtensionSettings read(Section root) {
        var databases = databases(root.requiredChild(Databases.DATABASES));
        var deliverySection = root.child(Delivery.DELIVERY);
        var delivery = DeliveryReader.read(deliverySection);
        var capture = DeliveryReader.capture(deliverySection, delivery.intake());
        var registries = registries(root.child(Registries.REGISTRIES));
        var rateLimits = new RateLimitReader(delivery.intake(), capture.ackTimeLimit());
        var reader = new RouteReader(databases, registries, schemas, rateLimits);
        var defaults = root.child(Routes.DEFAULTS).asDefaults();
        reader.checkDefaults(defaults);
        var sections = sections(root.requiredChild(Routes.ROUTES)).stream()
                .map(route -> route.inheriting(defaults))
                .flatMap(route -> preset.expand(route).stream())
                .toList();
        var routes = routes(sections, reader, databases, delivery.lanes().key());
        checkSparkplug(routes, sections, capture);
        return new ExtensionSettings(
                databases,
                routes,
                delivery,
                capture,
                DeliveryReader.spool(deliverySection, delivery.intake()),
                DeliveryReader.archive(deliverySection, delivery.intake()).orElse(null),
                DeliveryReader.deadLetters(deliverySection),
                DeliveryReader.deadLetterTopic(deliverySection).orElse(null),
                DeliveryReader.statusTopic(deliverySection).orElse(null),
                DeliveryReader.unmappedSamples(deliverySection),
                silences(routes, sections),
                registries);
    }

    /** @param sections the elements of the routes */
    private static Map<String, Silence> silences(List<RouteSettings> routes, List<Section> sections) {
        var silences = new HashMap<String, Silence>();
        for (int i = 0; i < routes.size(); i++) {
            var route = routes.get(i);
            var section = sections.get(i);
            section.read(Routes.SILENCE)
                    .ifPresent(after -> silences.put(route.id(), new Silence(after, silenceKey(route, section))));
        }
        return silences;
    }

    private static @Nullable String silenceKey(RouteSettings route, Section section) {
        var value = section.value(Routes.SILENCE_KEY);
        var key = value.read().orElse(null);
        if (key != null
                && !route.filters().stream().allMatch(filter -> filter.names().containsKey(key))) {
            value.reject("is not a named level of each topic filter of the route: write {" + key + "} in them");
        }
        return key;
    }

    private List<RegistrySettings> registries(Section registries) {
        var reader = new RegistryReader(folder);
        return registries.children(Registries.REGISTRY).stream()
                .map(reader::read)
                .toList();
    }

    private List<DatabaseSettings> databases(Section databases) {
        var reader = new DatabaseReader(folder);
        return databases.requiredChildren(Databases.DATABASE).stream()
                .map(reader::read)
                .toList();
    }

    /** Returns the routes of the file and of the included files. */
    private List<Section> sections(Section routes) {
        var patterns = routes.values(Routes.INCLUDE);
        var all = new ArrayList<>(
                patterns.isEmpty() ? routes.requiredChildren(Routes.ROUTE) : routes.children(Routes.ROUTE));
        for (var pattern : patterns) {
            for (var root : includes.read(pattern)) {
                var section = new Section(root, problems);
                all.addAll(root.name().equals(Routes.ROUTE.name()) ? List.of(section) : section.children(Routes.ROUTE));
            }
        }
        if (all.isEmpty() && !patterns.isEmpty()) {
            routes.reject("has no route, and no file that it includes has one");
        }
        return all;
    }

    private List<RouteSettings> routes(
            List<Section> sections, RouteReader reader, List<DatabaseSettings> databases, LaneKey laneKey) {
        var conflicts = new TableConflicts();
        var subtables = new SubtableNames(databases);
        var settings = new ArrayList<RouteSettings>();
        for (var section : sections) {
            int before = problems.count();
            var route = reader.read(section);
            settings.add(route);
            if (problems.count() == before) {
                conflicts.add(route).ifPresent(section::reject);
                subtables.add(route).ifPresent(section::reject);
                objection(route, laneKey).ifPresent(section::reject);
            }
        }
        var fixed = new FixedTables(databases, settings);
        return settings.stream().map(fixed::withTaken).toList();
    }

    /** @param sections the elements of the routes */
    private static void checkSparkplug(List<RouteSettings> routes, List<Section> sections, CaptureSettings capture) {
        var rules = new SparkplugRules(routes, capture.capture());
        for (int i = 0; i < routes.size(); i++) {
            rules.objection(routes.get(i)).ifPresent(sections.get(i)::reject);
        }
    }

    private static Optional<String> objection(RouteSettings route, LaneKey laneKey) {
        boolean alters = route.tables().stream().anyMatch(table -> table.onTagChange() == OnTagChange.ALTER);
        return alters && laneKey != LaneKey.TOPIC
                ? Optional.of(
                        "has on-tag-change=\"alter\", which needs the lane-key topic: with another one the rows of a"
                                + " subtable come by several lanes, and any of them may be the last to change its tags")
                : Optional.empty();
    }
}
