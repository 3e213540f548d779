// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Choice;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.registry.RegistrySettings;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.RouteSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Difference between the active configuration and another one. Immutable. */
public final class ConfigurationChange {

    private static final String REMEDY = "; restart the broker to apply the change";

    private final ExtensionSettings before;
    private final ExtensionSettings after;
    private final Differences routes;
    private final Differences silences;
    private final Differences databases;
    private final Differences registries;

    private ConfigurationChange(ExtensionSettings before, ExtensionSettings after) {
        this.before = before;
        this.after = after;
        this.routes = Differences.between(written(before), written(after), RouteSettings::id);
        this.silences = Differences.between(
                List.copyOf(before.silences().entrySet()),
                List.copyOf(after.silences().entrySet()),
                Map.Entry::getKey);
        this.databases = Differences.between(before.databases(), after.databases(), DatabaseSettings::id);
        this.registries = Differences.between(before.registries(), after.registries(), RegistrySettings::id);
    }

    /** Returns the routes as the files have them, without the names of other routes' tables. */
    private static List<RouteSettings> written(ExtensionSettings settings) {
        return settings.routes().stream()
                .map(route -> route.withTaken(Set.of()))
                .toList();
    }

    public static ConfigurationChange between(ExtensionSettings before, ExtensionSettings after) {
        return new ConfigurationChange(before, after);
    }

    /** Returns whether nothing relevant is different; the order of routes is not relevant. */
    public boolean isNone() {
        return routes.isEmpty()
                && silences.isEmpty()
                && databases.isEmpty()
                && registries.isEmpty()
                && hasSameDelivery();
    }

    private boolean hasSameDelivery() {
        return after.delivery().equals(before.delivery())
                && after.capture().equals(before.capture())
                && after.spool().equals(before.spool())
                && Objects.equals(after.archive(), before.archive())
                && after.deadLetters().equals(before.deadLetters())
                && Objects.equals(after.deadLetterTopic(), before.deadLetterTopic())
                && Objects.equals(after.statusTopic(), before.statusTopic())
                && after.unmappedSamples() == before.unmappedSamples();
    }

    /**
     * Returns the changes that are not possible while the broker runs, as sentences.
     *
     * @param watched the sources of messages that are observed since the start
     */
    public List<String> rejections(Set<MessageSource> watched) {
        var rejections = new ArrayList<String>();
        if (!hasSameDelivery()) {
            rejections.add("<delivery> was changed" + REMEDY);
        }
        if (after.hasSilenceKeys() && !before.hasSilenceKeys()) {
            rejections.add("The first <silence-key> was added" + REMEDY);
        }
        after.routes()
                .forEach(route -> route.sources().stream()
                        .filter(source -> source != MessageSource.PUBLISHES && !watched.contains(source))
                        .map(source -> "Route \"" + route.id() + "\" has the source " + Choice.word(source)
                                + ", which no route had at the start" + REMEDY)
                        .forEach(rejections::add));
        before.routes().stream()
                .flatMap(route -> movedTo(route).stream())
                .map(route -> "Route \"" + route.id() + "\" has another database: waiting messages would lose their"
                        + " order" + REMEDY + ", or give the route another id")
                .forEach(rejections::add);
        return rejections;
    }

    private List<RouteSettings> movedTo(RouteSettings route) {
        return after.routes().stream()
                .filter(other -> other.id().equals(route.id()))
                .filter(other -> !other.databaseId().equals(route.databaseId()))
                .toList();
    }

    /** Returns the change in one line. */
    @Override
    public String toString() {
        var parts = Stream.of(
                        routes.toString("routes"),
                        silences.toString("silences"),
                        databases.toString("databases"),
                        registries.toString("schema registries"))
                .filter(part -> !part.isEmpty())
                .toList();
        return String.join("; ", parts);
    }

    /**
     * Difference between two lists of objects with ids.
     *
     * @param added the ids that only the second list has
     * @param changed the ids of objects that differ
     * @param removed the ids that only the first list has
     */
    private record Differences(List<String> added, List<String> changed, List<String> removed) {

        static <T> Differences between(List<T> before, List<T> after, Function<T, String> id) {
            var removed = byId(before, id);
            var added = new ArrayList<String>();
            var changed = new ArrayList<String>();
            byId(after, id).forEach((key, now) -> {
                var earlier = removed.remove(key);
                if (earlier == null) {
                    added.add(key);
                } else if (!earlier.equals(now)) {
                    changed.add(key);
                }
            });
            return new Differences(added, changed, List.copyOf(removed.keySet()));
        }

        private static <T> Map<String, T> byId(List<T> things, Function<T, String> id) {
            var byId = new LinkedHashMap<String, T>();
            things.forEach(thing -> byId.put(id.apply(thing), thing));
            return byId;
        }

        boolean isEmpty() {
            return added.isEmpty() && changed.isEmpty() && removed.isEmpty();
        }

        /** Returns for example {@code routes added a, b, removed c}; empty if there are no differences. */
        String toString(String things) {
            var parts = new ArrayList<String>();
            add("added", added, parts);
            add("changed", changed, parts);
            add("removed", removed, parts);
            return parts.isEmpty() ? "" : things + " " + String.join(", ", parts);
        }

        private static void add(String what, List<String> ids, List<String> parts) {
            if (!ids.isEmpty()) {
                parts.add(what + " " + String.join(", ", ids));
            }
        }
    }
}
