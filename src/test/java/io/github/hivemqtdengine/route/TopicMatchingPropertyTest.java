package io.github.hivemqtdengine.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Few names and many levels, so that nearly everything nearly matches. */
class TopicMatchingPropertyTest {

    @Property(tries = 2_000)
    void shouldMatchLikeThePlainMatcher(@ForAll("filters") String text, @ForAll("topics") String topic) {
        var filter = TopicFilter.parse(text);

        assertThat(filter.matches(topic)).isEqualTo(PlainMatcher.matches(filter, topic));
    }

    @Property(tries = 500)
    void shouldFindTheRoutesThatThePlainMatcherFinds(
            @ForAll("filterLists") List<List<String>> filters,
            @ForAll("filterLists") List<List<String>> excludes,
            @ForAll("topics") String topic) {
        var routes = new ArrayList<StubRoute>();
        for (int i = 0; i < filters.size(); i++) {
            var route = StubRoute.of("r" + i, filters.get(i).toArray(String[]::new));
            routes.add(
                    i < excludes.size() && i % 2 == 0
                            ? route.without(excludes.get(i).toArray(String[]::new))
                            : route);
        }

        var expected = routes.stream()
                .filter(r -> r.filters().stream().anyMatch(f -> PlainMatcher.matches(f, topic)))
                .filter(r -> r.excludes().stream().noneMatch(f -> PlainMatcher.matches(f, topic)))
                .toList();

        assertThat(RouteTable.of(routes).match(topic)).isEqualTo(expected);
    }

    @Provide
    Arbitrary<String> topics() {
        return Arbitraries.of("a", "b", "", "$x", "ü", "😀", "aa", "+", "#")
                .list()
                .ofMinSize(1)
                .ofMaxSize(5)
                .map(levels -> String.join("/", levels))
                .filter(topic -> !topic.isEmpty());
    }

    @Provide
    Arbitrary<String> filters() {
        var levels = Arbitraries.of("a", "b", "", "$x", "ü", "😀", "aa", "+", "+", "{name}");
        var end = Arbitraries.of("", "/#", "/+", "/a");
        return levels.list()
                .ofMinSize(1)
                .ofMaxSize(4)
                .flatMap(list -> end.map(last -> String.join("/", list) + last))
                .map(filter -> filter.equals("/#") || filter.isEmpty() ? "#" : filter)
                .filter(filter -> filter.indexOf('{') == filter.lastIndexOf('{'));
    }

    @Provide
    Arbitrary<List<List<String>>> filterLists() {
        return filters().list().ofMinSize(1).ofMaxSize(4).list().ofMaxSize(6);
    }
}
