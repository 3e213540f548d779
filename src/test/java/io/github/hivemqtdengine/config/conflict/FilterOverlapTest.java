// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.conflict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilterOverlapTest {

    private static final List<String> LEVELS = List.of("a", "b", "$x");

    @ParameterizedTest
    @CsvSource({
        "a/+/b/+, a/{x}/#, a/+/b/+",
        "a/+/b/+, a/c/#, a/c/b/+",
        "a/+, a/+/#, a/+",
        "a/b, #, a/b",
        "a/#, +/b/#, a/b/#",
        "{one}/b, a/{two}, a/b"
    })
    void shouldIntersect(String one, String other, String both) {
        assertThat(intersection(one, other)).isEqualTo(both);
        assertThat(intersection(other, one)).isEqualTo(both);
    }

    /** All topics and filters of up to three levels. */
    @Test
    void shouldMatchWhatBothFiltersMatch() {
        var topics = texts(LEVELS, 3);
        var filters = texts(List.of("a", "$x", "+", "#"), 3).stream()
                .filter(text -> text.indexOf('#') < 0 || text.indexOf('#') == text.length() - 1)
                .map(TopicFilter::parse)
                .toList();

        for (var one : filters) {
            for (var other : filters) {
                var both = FilterOverlap.intersection(one, other).map(TopicFilter::parse);
                assertThat(topics)
                        .filteredOn(topic -> one.matches(topic) && other.matches(topic))
                        .as("%s and %s", one, other)
                        .isEqualTo(topics.stream()
                                .filter(topic -> both.isPresent() && both.get().matches(topic))
                                .toList());
            }
        }
    }

    private static List<String> texts(List<String> levels, int most) {
        var texts = new ArrayList<>(levels);
        for (int from = 0, depth = 1; depth < most; depth++) {
            int to = texts.size();
            for (var text : List.copyOf(texts.subList(from, to))) {
                levels.forEach(level -> texts.add(text + "/" + level));
            }
            from = to;
        }
        return texts;
    }

    private static String intersection(String one, String other) {
        return FilterOverlap.intersection(TopicFilter.parse(one), TopicFilter.parse(other))
                .orElse("");
    }
}
