// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.conflict.FilterOverlap;
import io.github.hivemqtdengine.config.payload.PayloadReader;
import io.github.hivemqtdengine.config.xml.Element;
import io.github.hivemqtdengine.config.xml.Problems;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.config.xml.XmlFile;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Routes that a route without a table stands for, in a format that has such routes. They are those of a {@code
 * preset.xml}, an example in the zip, with the id, the database and the error handling of the short route, and with the
 * topics that match its filters, too. Problems name the short route's line.
 */
final class ShortRoutes {

    private static final String ID = Routes.ID.name();
    private static final String DATABASE_ID = Routes.DATABASE_ID.name();
    private static final String PAYLOAD = PayloadReader.PAYLOAD.name();
    private static final String FILTERS = Routes.FILTERS.name();
    private static final String FILTER = Routes.FILTER.name();

    private static final String OWN_TABLE =
            "needs a <table> of your own; without one the route stands for a mapping that"
                    + " ships with the extension (hivemq-tdengine explain --expand prints it)";

    private static final List<Preset> PRESETS = List.of(
            new Preset(
                    "sparkplug",
                    "a BIRTH, DATA or DEATH of Sparkplug; write it like spBv1.0/group/#, or leave it out for all"),
            new Preset("namespace", "a client; write it like plant/#, or leave it out for all"));

    private final Problems problems;
    private final List<Element> expanded = new ArrayList<>();

    /**
     * Routes that ship for a format.
     *
     * @param topics what the topics are of that the routes match, for a filter that matches none
     */
    private record Preset(String format, String topics, List<Element> routes) {

        Preset(String format, String topics) {
            this(format, topics, shipped(format));
        }

        private static List<Element> shipped(String format) {
            var file = format + "/preset.xml";
            try (InputStream content = ShortRoutes.class.getResourceAsStream(file)) {
                return XmlFile.shipped(file, Objects.requireNonNull(content)).children("routes").stream()
                        .flatMap(routes -> routes.children("route").stream())
                        .toList();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    ShortRoutes(Problems problems) {
        this.problems = problems;
    }

    /** Returns the route itself, or the routes that it stands for. */
    List<Section> expand(Section route) {
        return preset(route).map(preset -> expand(route, preset)).orElseGet(() -> List.of(route));
    }

    private List<Section> expand(Section route, Preset preset) {
        route.value(Routes.SOURCE).reject(OWN_TABLE);
        route.value(Routes.RETAINED).reject(OWN_TABLE);
        route.value(Routes.SILENCE_KEY).reject(OWN_TABLE);
        var payload = route.child(PayloadReader.PAYLOAD);
        PayloadReader.SHAPE.forEach(setting -> payload.value(setting).reject(OWN_TABLE));
        var filters = requested(route.element(), preset);
        Stream.of(ID, FILTERS)
                .flatMap(name -> route.element().children(name).stream())
                .forEach(problems::noteAllRead);
        var routes = preset.routes().stream()
                .map(template -> template.at(route.element().place()))
                .filter(template ->
                        filters.isEmpty() || !narrowed(template, filters).isEmpty())
                .map(template -> expand(template, preset, route.element(), filters))
                .toList();
        expanded.addAll(routes);
        return routes.stream()
                .map(element -> route.replacedBy(element, DATABASE_ID))
                .toList();
    }

    /** Returns all routes that short routes stand for, so far. */
    List<Element> expanded() {
        return expanded;
    }

    private static Optional<Preset> preset(Section route) {
        return route.children(Tables.TABLE).isEmpty()
                        && !route.value(Routes.STATEMENT).isPresent()
                ? PRESETS.stream()
                        .filter(preset -> PayloadReader.isFormat(route.child(PayloadReader.PAYLOAD), preset.format()))
                        .findFirst()
                : Optional.empty();
    }

    private static Element expand(Element template, Preset preset, Element route, List<Element> filters) {
        var children = new ArrayList<Element>();
        for (var child : template.children()) {
            if (child.name().equals(ID)) {
                children.addAll(ids(child, preset, route));
                children.addAll(route.children(DATABASE_ID));
            } else if (child.name().equals(FILTERS)) {
                children.add(topics(template, child, route, filters));
            } else if (child.name().equals(PAYLOAD)) {
                children.add(payload(child, route));
            } else {
                children.add(child);
            }
        }
        children.addAll(route.children(Routes.RATE_LIMIT.name()));
        if (isFirst(template, preset)) { // the others may be without a message for long
            children.addAll(route.children(Routes.SILENCE.name()));
        }
        children.addAll(route.children(Routes.ON_ERROR.name()));
        return template.withChildren(children);
    }

    private static boolean isFirst(Element template, Preset preset) {
        return id(template).equals(id(preset.routes().get(0)));
    }

    private static String id(Element route) {
        return route.children(ID).get(0).text().written();
    }

    /** Returns the short route's id with what distinguishes this route from the first one, such as {@code -state}. */
    private static List<Element> ids(Element own, Preset preset, Element route) {
        var first = id(preset.routes().get(0));
        var suffix = own.text().written().substring(first.length());
        return route.children(ID).stream()
                .map(id -> id.withText(id.text().plus(suffix)))
                .toList();
    }

    /** Adds further attributes, such as that of the compression. */
    private static Element payload(Element own, Element route) {
        var attributes = new LinkedHashMap<>(own.attributes());
        route.children(PAYLOAD).forEach(payload -> payload.attributes().forEach(attributes::putIfAbsent));
        return own.withAttributes(attributes);
    }

    private static Element topics(Element template, Element own, Element route, List<Element> filters) {
        var topics = new ArrayList<>(filters.isEmpty() ? own.children() : narrowed(template, filters));
        route.children(FILTERS).forEach(requested -> topics.addAll(requested.children(Routes.EXCLUDE.name())));
        return own.withChildren(topics);
    }

    /** Returns the filters of the short route that match topics of the shipped routes, and reports the others. */
    private List<Element> requested(Element route, Preset preset) {
        var matching = new ArrayList<Element>();
        for (var topics : route.children(FILTERS)) {
            for (var filter : topics.children(FILTER)) {
                if (preset.routes().stream()
                        .anyMatch(
                                template -> !narrowed(template, List.of(filter)).isEmpty())) {
                    matching.add(filter);
                } else {
                    problems.add(filter.text(), "matches no topic of " + preset.topics());
                }
            }
        }
        return matching;
    }

    /** Returns the filters of the topics that both a shipped route and the short route match. */
    private static List<Element> narrowed(Element template, List<Element> requested) {
        var narrowed = new LinkedHashMap<String, Element>();
        for (var filter : requested) {
            try {
                var wanted = TopicFilter.parse(
                        Objects.requireNonNullElse(filter.text().value(), ""));
                for (var own : template.children(FILTERS).get(0).children(FILTER)) {
                    FilterOverlap.intersection(TopicFilter.parse(own.text().written()), wanted)
                            .ifPresent(both -> narrowed.put(
                                    both, filter.withText(filter.text().replacedBy(both))));
                }
            } catch (IllegalArgumentException e) {
                narrowed.put(filter.text().written(), filter); // reported when the route is read
            }
        }
        return List.copyOf(narrowed.values());
    }
}
