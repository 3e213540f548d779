// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.learn;

import io.github.hivemqtdengine.cli.learn.Content.Kind;
import io.github.hivemqtdengine.cli.learn.Traffic.Shape;
import io.github.hivemqtdengine.cli.suggest.SampleRecords;
import io.github.hivemqtdengine.cli.suggest.SuggestedRoute;
import io.github.hivemqtdengine.cli.suggest.TopicLevels;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Routes for the messages that were seen. Topics with messages of the same shape, whose levels vary, share a route; a
 * topic is in one route only. The work is a few hundred passes over the topics at most.
 */
final class LearnedRoutes {

    private static final String SPARKPLUG = "sparkplug";
    private static final String OF_SPARKPLUG = "spBv1.0/#";

    /** From so many routes on, topics are not divided further; what they do not fit is excluded. */
    private static final int MANY_ROUTES = 200;

    private static final int MAX_EXCLUDED = 100;
    private static final int MAX_DOCUMENTS = 2_000;
    private static final long MAX_BYTES = 4L << 20;

    private final Traffic traffic;
    private final Set<String> topics;
    private final Set<String> ofSparkplug;
    private final Set<String> names = new HashSet<>(Set.of(SPARKPLUG));
    private int parts;

    private LearnedRoutes(Traffic traffic) {
        this.traffic = traffic;
        this.topics = topics(traffic.shapes().stream()
                .filter(shape -> shape.kind() != Kind.SPARKPLUG)
                .toList());
        this.ofSparkplug = topics(traffic.shapes().stream()
                .filter(shape -> shape.kind() == Kind.SPARKPLUG)
                .toList());
    }

    /**
     * A route, and the messages that it is for.
     *
     * @param sample one of the topics
     */
    record LearnedRoute(SuggestedRoute route, long messages, int topics, String sample) {}

    /** Shapes of the same topics. Equal only to itself. */
    private static final class Family {

        private final TopicLevels levels;
        private final TopicFilter filter;
        private final List<Shape> shapes;
        private final Set<String> topics;

        Family(TopicLevels levels, List<Shape> shapes) {
            this.levels = levels;
            this.filter = levels.parsed();
            this.shapes = shapes;
            this.topics = topics(shapes);
        }
    }

    static List<LearnedRoute> of(Traffic traffic) {
        var routes = new LearnedRoutes(traffic);
        var learned = new ArrayList<LearnedRoute>();
        var ofSparkplug = traffic.shapes().stream()
                .filter(shape -> shape.kind() == Kind.SPARKPLUG)
                .toList();
        if (!ofSparkplug.isEmpty()) {
            learned.add(learned(SuggestedRoute.sparkplug(), ofSparkplug));
        }
        var families = routes.families(traffic.shapes().stream()
                .filter(shape -> shape.kind() != Kind.SPARKPLUG)
                .toList());
        var owners = new HashMap<String, Family>();
        families.forEach(family -> family.topics.forEach(topic -> owners.put(topic, family)));
        families.forEach(family -> learned.add(learned(routes.route(family, owners), family.shapes)));
        learned.sort(Comparator.comparing(LearnedRoute::messages).reversed());
        return learned;
    }

    private static LearnedRoute learned(SuggestedRoute route, List<Shape> shapes) {
        long messages = shapes.stream().mapToLong(Shape::count).sum();
        var some = topics(shapes);
        return new LearnedRoute(route, messages, some.size(), some.iterator().next());
    }

    private static Set<String> topics(Collection<Shape> shapes) {
        return shapes.stream().map(Shape::topic).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Joins the parts that have a topic in common. */
    private List<Family> families(List<Shape> shapes) {
        var divided = new ArrayList<Family>();
        clusters(shapes).forEach(cluster -> divide(cluster, divided));
        var byTopic = new HashMap<String, List<Family>>();
        divided.forEach(part -> part.topics.forEach(topic ->
                byTopic.computeIfAbsent(topic, its -> new ArrayList<>()).add(part)));
        var families = new ArrayList<Family>();
        var seen = new HashSet<Family>();
        for (var first : divided) {
            if (seen.add(first)) {
                var group = new ArrayList<Family>(List.of(first));
                for (int i = 0; i < group.size(); i++) {
                    for (var topic : group.get(i).topics) {
                        byTopic.getOrDefault(topic, List.of()).stream()
                                .filter(seen::add)
                                .forEach(group::add);
                        byTopic.remove(topic);
                    }
                }
                families.add(group.size() == 1 ? first : joined(group));
            }
        }
        return families;
    }

    private static Family joined(List<Family> parts) {
        var shapes = parts.stream().flatMap(part -> part.shapes.stream()).toList();
        return new Family(TopicLevels.of(topics(shapes)), shapes);
    }

    /** What shapes of one route have in common beside their fields. */
    private record Key(Kind kind, boolean isCompressed, int depth, String hidden) {

        static Key of(Shape shape) {
            var levels = shape.topic().split("/", -1);
            return new Key(
                    shape.kind(), shape.isCompressed(), levels.length, levels[0].startsWith("$") ? levels[0] : "");
        }
    }

    /** Returns the shapes that are alike and whose topics have as many levels; a wildcard hides those with $. */
    private static Collection<List<Shape>> clusters(List<Shape> shapes) {
        var byKey = new LinkedHashMap<Key, List<List<Shape>>>();
        for (var shape : shapes) {
            var clusters = byKey.computeIfAbsent(Key.of(shape), key -> new ArrayList<>());
            clusters.stream()
                    .limit(MANY_ROUTES)
                    .filter(cluster -> cluster.get(0).isLike(shape))
                    .findFirst()
                    .orElseGet(() -> {
                        var another = new ArrayList<Shape>();
                        clusters.add(another);
                        return another;
                    })
                    .add(shape);
        }
        return byKey.values().stream().flatMap(List::stream).toList();
    }

    /** Divides shapes by levels of their topics until no filter matches the topics of other shapes. */
    private void divide(List<Shape> shapes, List<Family> divided) {
        var own = topics(shapes);
        var levels = TopicLevels.of(own);
        if (parts >= MANY_ROUTES || isFree(levels, own)) {
            divided.add(new Family(levels, shapes));
            parts++;
        } else if (own.size() == 1) {
            divided.add(new Family(TopicLevels.exactly(own.iterator().next()), shapes));
            parts++;
        } else {
            var byTopic = shapes.stream().collect(Collectors.groupingBy(Shape::topic));
            TopicLevels.split(own)
                    .forEach(part -> divide(
                            part.stream()
                                    .flatMap(topic -> byTopic.getOrDefault(topic, List.of()).stream())
                                    .toList(),
                            divided));
        }
    }

    private boolean isFree(TopicLevels levels, Set<String> own) {
        var filter = levels.parsed();
        return topics.stream().noneMatch(topic -> !own.contains(topic) && filter.matches(topic));
    }

    private SuggestedRoute route(Family family, Map<String, Family> owners) {
        var route = content(family);
        for (var filter : excluded(family, owners)) {
            route = route.without(filter);
        }
        return route.format().equals("raw") && traffic.hasEmpty(family.topics)
                ? route.with("on-empty=\"ignore\"")
                : route;
    }

    /** Returns a name of a route or table that no other has. */
    private String name(String wanted) {
        var name = wanted;
        for (int number = 2; !names.add(name); number++) {
            name = wanted + "_" + number;
        }
        return name;
    }

    /** Returns filters of topics that belong to other routes, although this one's filter matches them. */
    private Set<String> excluded(Family family, Map<String, Family> owners) {
        var excluded = new TreeSet<String>();
        int listed = 0;
        var foreign = topics.stream()
                .filter(topic -> !family.topics.contains(topic) && family.filter.matches(topic))
                .toList();
        if (ofSparkplug.stream().anyMatch(family.filter::matches)) {
            excluded.add(OF_SPARKPLUG);
        }
        var isApart = new HashMap<Family, Boolean>();
        for (var topic : foreign) {
            var other = Objects.requireNonNull(owners.get(topic));
            if (isApart.computeIfAbsent(other, its -> family.topics.stream().noneMatch(its.filter::matches))) {
                excluded.add(other.levels.wildcards());
            } else if (listed < MAX_EXCLUDED) {
                var only = TopicLevels.exactly(topic);
                listed++;
                if (family.topics.stream().noneMatch(only.parsed()::matches)) {
                    excluded.add(only.wildcards());
                }
            }
        }
        return excluded;
    }

    private SuggestedRoute content(Family family) {
        var first = family.shapes.get(0);
        var id = name(family.levels.id());
        boolean isOneKind = family.shapes.stream()
                .allMatch(shape -> shape.kind() == first.kind() && shape.isCompressed() == first.isCompressed());
        int longest = family.shapes.stream()
                .flatMap(shape -> shape.samples().stream())
                .mapToInt(message -> message.payload().length)
                .max()
                .orElse(0);
        var raw = SuggestedRoute.raw(id, family.levels, longest * 4 / 3);
        if (!isOneKind || (first.kind() == Kind.TEXT && first.isCompressed())) {
            return raw;
        }
        var route = switch (first.kind()) {
            case TEXT -> scalars(id, family, longest);
            case LINE_PROTOCOL -> SuggestedRoute.lines(id, family.levels);
            case JSON, CBOR, MSGPACK -> fields(id, family, first.kind(), raw);
            default -> raw;
        };
        return first.isCompressed() ? route.with("compression=\"auto\"") : route;
    }

    private SuggestedRoute scalars(String id, Family family, int longest) {
        var samples = family.shapes.stream()
                .flatMap(shape -> shape.samples().stream())
                .toList();
        long numbers = samples.stream().filter(Content::isNumber).count();
        boolean hasBoth = numbers > 0 && numbers < samples.size();
        return SuggestedRoute.scalars(
                id, hasBoth ? name(id + "_texts") : id, family.levels, numbers > 0, numbers < samples.size(), longest);
    }

    private SuggestedRoute fields(String id, Family family, Kind kind, SuggestedRoute raw) {
        var shapes =
                clusters(family.shapes).stream().map(LearnedRoutes::documents).toList();
        if (shapes.size() == 1) {
            return SuggestedRoute.fields(id, family.levels, kind.format(), SampleRecords.of(shapes.get(0)));
        }
        if (shapes.stream().flatMap(List::stream).anyMatch(document -> document instanceof Collection<?>)) {
            return raw; // no table takes both rows and fields
        }
        var tables = new ArrayList<String>(List.of(id));
        shapes.stream().skip(1).forEach(shape -> tables.add(name(id)));
        return SuggestedRoute.shapes(id, tables, family.levels, kind.format(), shapes);
    }

    /** Returns the fields of samples, with 4 MiB in sum. */
    private static List<Object> documents(List<Shape> cluster) {
        var documents = new ArrayList<Object>();
        long bytes = 0;
        for (var shape : cluster) {
            for (var message : shape.samples()) {
                var content = Content.of(message);
                bytes += content.bytes();
                if (documents.isEmpty() || (bytes <= MAX_BYTES && documents.size() < MAX_DOCUMENTS)) {
                    content.fields().ifPresent(documents::add);
                }
            }
        }
        return documents;
    }
}
