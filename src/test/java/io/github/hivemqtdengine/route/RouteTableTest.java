// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RouteTableTest {

    private static final StubRoute METERS = StubRoute.of("meters", "site/{site}/meter/+", "site/+/meter/#");
    private static final StubRoute ALL = StubRoute.of("all", "#").without("site/test/#");
    private static final StubRoute ONE = StubRoute.of("one", "site/a/meter/1");

    @Test
    void shouldGiveMatchingRoutesOnceInTheOrderOfTheConfiguration() {
        assertThat(ids(List.of(METERS, ALL, ONE), "site/a/meter/1")).containsExactly("meters", "all", "one");
        assertThat(ids(List.of(ONE, ALL, METERS), "site/a/meter/1")).containsExactly("one", "all", "meters");
        assertThat(ids(List.of(METERS, ALL, ONE), "site/b/meter/1")).containsExactly("meters", "all");
        assertThat(ids(List.of(METERS, ALL, ONE), "other")).containsExactly("all");
        assertThat(ids(List.of(METERS, ONE), "other")).isEmpty();
    }

    @Test
    void shouldLeaveOutExcludedTopicsOfTheirRouteOnly() {
        assertThat(ids(List.of(METERS, ALL), "site/test/meter/1")).containsExactly("meters");
        assertThat(ids(List.of(METERS, ALL), "site/test")).isEmpty();
    }

    @Test
    void shouldHideTheBrokersTopicsFromWildcards() {
        var routes = List.of(ALL, StubRoute.of("sys", "$SYS/#"), StubRoute.of("plus", "+/x"));

        assertThat(ids(routes, "$SYS/x")).containsExactly("sys");
        assertThat(ids(routes, "$SYS")).containsExactly("sys");
        assertThat(ids(routes, "$")).isEmpty();
    }

    @Test
    void shouldKeepTheRoutesOfEachSourceForItself() {
        var wills = ALL.ofSource(MessageSource.LAST_WILLS);
        var events = StubRoute.of("events", "$client-events/{event}").ofSource(MessageSource.CLIENT_EVENTS);
        var forged = StubRoute.of("forged", "$client-events/#");
        var table = RouteTable.of(List.of(METERS, wills, events, forged));

        assertThat(table.match("site/a/meter/1")).containsExactly(METERS);
        assertThat(table.match("$client-events/connected")).containsExactly(forged);
        assertThat(table.match(MessageSource.PUBLISHES, "site/a/meter/1")).containsExactly(METERS);
        assertThat(table.match(MessageSource.LAST_WILLS, "site/a/meter/1")).containsExactly(wills);
        assertThat(table.match(MessageSource.LAST_WILLS, "site/test/meter/1")).isEmpty();
        assertThat(table.match(MessageSource.CLIENT_EVENTS, "$client-events/connected"))
                .containsExactly(events);
        assertThat(table.match(MessageSource.CLIENT_EVENTS, "site/a/meter/1")).isEmpty();
    }

    @Test
    void shouldMatchARouteOfTwoSourcesForEachOfThem() {
        var both = ALL.ofSource(MessageSource.LAST_WILLS, MessageSource.PUBLISHES);
        var table = RouteTable.of(List.of(METERS, both));

        assertThat(table.match("site/a/meter/1")).containsExactly(METERS, both);
        assertThat(table.match(MessageSource.LAST_WILLS, "site/a/meter/1")).containsExactly(both);
        assertThat(table.match(MessageSource.CLIENT_EVENTS, "site/a/meter/1")).isEmpty();
    }

    @Test
    void shouldFindRoutesById() {
        var table = RouteTable.of(List.of(METERS, ALL));

        assertThat(table.route("all")).contains(ALL);
        assertThat(table.route("none")).isEmpty();
        assertThat(table.routes()).containsExactly(METERS, ALL);
        assertThatThrownBy(() -> RouteTable.of(List.of(ALL, ALL)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"all\"");
    }

    @Test
    void shouldTakeTopicsOfAllLevelsThatFitIntoOne() {
        var slashes = "/".repeat(65_535);
        var routes = List.of(
                StubRoute.of("all", "#"),
                StubRoute.of("deep", "/".repeat(65_533) + "+/"),
                StubRoute.of("exact", slashes),
                StubRoute.of("wild", "+/".repeat(32_766) + "#"),
                StubRoute.of("end", slashes.substring(1) + "x"));

        assertThat(ids(routes, slashes)).containsExactly("all", "exact", "wild");
        assertThat(ids(routes, slashes.substring(1))).containsExactly("all", "deep", "wild");
    }

    @Test
    void shouldFindOneFilterAmongMany() {
        var routes = new ArrayList<StubRoute>();
        for (int i = 0; i < 10_000; i++) {
            routes.add(StubRoute.of("r" + i, "plant/line" + i % 100 + "/device" + i + "/+"));
        }
        var table = RouteTable.of(routes);

        for (int i = 0; i < 10_000; i++) {
            assertThat(table.match("plant/line" + i % 100 + "/device" + i + "/t"))
                    .containsExactly(routes.get(i));
        }
        assertThat(table.match("plant/line1/device2/t")).isEmpty();
    }

    @Test
    void shouldAllocateNothingForNoMatchAndForOne() {
        var table = RouteTable.of(List.of(METERS, ONE, StubRoute.of("other", "x/#")));
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int found = 0;
        for (int i = 0; i < 100; i++) {
            found += table.match("site/a/none/1").size() + table.match("x/b/c").size();
        }

        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 10_000; i++) {
            found += table.match("site/a/none/1").size() + table.match("x/b/c").size();
        }
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(found).isEqualTo(10_100);
        assertThat(bytes).isLessThan(10_000);
    }

    private static List<String> ids(List<StubRoute> routes, String topic) {
        return RouteTable.of(routes).match(topic).stream().map(Route::id).toList();
    }
}
