// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.route.RouteMatch.Reason;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RouteMatchTest {

    private static final StubRoute METERS =
            StubRoute.of("meters", "plant/#", "site/{site}/meter/+").without("site/test/#");
    private static final StubRoute WILLS = StubRoute.of("wills", "#").ofSource(MessageSource.LAST_WILLS);
    private static final RouteTable TABLE = RouteTable.of(List.of(METERS, WILLS));

    @Test
    void shouldNameTheFilterThatMatches() {
        assertThat(TABLE.explain(MessageSource.PUBLISHES, "site/a/meter/1"))
                .containsExactly(
                        new RouteMatch(METERS, Reason.WANTED, filter("site/{site}/meter/+")),
                        new RouteMatch(WILLS, Reason.OTHER_SOURCE, Optional.empty()));
    }

    @Test
    void shouldNameTheFilterThatExcludes() {
        assertThat(TABLE.explain(MessageSource.PUBLISHES, "site/test/meter/1"))
                .contains(new RouteMatch(METERS, Reason.EXCLUDED, filter("site/test/#")));
    }

    @Test
    void shouldSayThatNoFilterMatches() {
        assertThat(TABLE.explain(MessageSource.PUBLISHES, "other"))
                .contains(new RouteMatch(METERS, Reason.OTHER_TOPIC, Optional.empty()));
    }

    @Test
    void shouldExplainTheOtherSources() {
        assertThat(TABLE.explain(MessageSource.LAST_WILLS, "site/a/meter/1"))
                .containsExactly(
                        new RouteMatch(METERS, Reason.OTHER_SOURCE, Optional.empty()),
                        new RouteMatch(WILLS, Reason.WANTED, filter("#")));
    }

    @Test
    void shouldExplainARouteOfTwoSources() {
        var both = WILLS.ofSource(MessageSource.PUBLISHES, MessageSource.LAST_WILLS);
        var table = RouteTable.of(List.of(both));

        assertThat(List.of(MessageSource.values()))
                .flatExtracting(source -> table.explain(source, "site/a"))
                .extracting(RouteMatch::reason)
                .containsExactly(Reason.WANTED, Reason.WANTED, Reason.OTHER_SOURCE);
    }

    @Test
    void shouldWantWhatTheTableMatches() {
        for (var topic : List.of("site/a/meter/1", "site/test/meter/1", "plant", "$SYS/x", "other")) {
            for (var source : MessageSource.values()) {
                assertThat(TABLE.explain(source, topic))
                        .filteredOn(RouteMatch::isWanted)
                        .extracting(RouteMatch::route)
                        .isEqualTo(TABLE.match(source, topic));
            }
        }
    }

    private static Optional<TopicFilter> filter(String text) {
        return Optional.of(TopicFilter.parse(text));
    }
}
