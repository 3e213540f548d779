// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.hivemqtdengine.testkit.DatabaseScript;
import io.github.hivemqtdengine.testkit.ScriptedDriver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LaneEndpointsTest {

    private final AtomicLong nanos = new AtomicLong();
    private final List<DatabaseScript> scripts =
            Stream.generate(DatabaseScript::new).limit(3).toList();
    private final List<Endpoint> endpoints =
            scripts.stream().map(this::endpoint).toList();
    private final int[] seen = new int[3];
    private final LaneEndpoints lane = new LaneEndpoints("plant", endpoints, 1);

    private Endpoint endpoint(DatabaseScript script) {
        var pool = new HikariDataSource();
        pool.setDriverClassName(ScriptedDriver.class.getName());
        pool.setJdbcUrl(script.url());
        pool.setMinimumIdle(0);
        pool.setInitializationFailTimeout(-1);
        return new Endpoint(pool, nanos::get);
    }

    @AfterEach
    void close() {
        endpoints.forEach(Endpoint::close);
    }

    @Test
    void shouldBeginWithTheEndpointOfItsNumber() throws Exception {
        assertThat(used()).isEqualTo(1);
        assertThat(used()).isEqualTo(1);
    }

    @Test
    void shouldGoRoundAllEndpointsThatFail() throws Exception {
        assertThat(used()).isEqualTo(1);
        lane.failed("down");
        assertThat(used()).isEqualTo(2);
        lane.failed("down");
        assertThat(used()).isEqualTo(0);
        lane.worked();
        assertThat(used()).isEqualTo(0);
    }

    @Test
    void shouldTryItsOwnEndpointAgainAfterLongerAndLongerPauses() throws Exception {
        assertThat(used()).isEqualTo(1);
        lane.failed("down");
        for (int seconds : new int[] {1, 2, 4, 8, 16, 32, 32, 32}) {
            pass(Duration.ofSeconds(seconds).minusNanos(1));
            assertThat(used()).as("before %s s", seconds).isEqualTo(2);
            pass(Duration.ofNanos(1));
            assertThat(used()).as("after %s s", seconds).isEqualTo(1);
            lane.failed("still down");
        }
    }

    @Test
    void shouldLetOneLaneFindOutForTheOthers() throws Exception {
        var other = new LaneEndpoints("plant", endpoints, 1);
        assertThat(used()).isEqualTo(1);
        lane.failed("down");
        pass(Duration.ofSeconds(1));
        assertThat(used()).isEqualTo(1);
        assertThat(used(other)).isEqualTo(2);
        lane.worked();
        assertThat(used(other)).isEqualTo(1);
    }

    @Test
    void shouldCountTheFailuresOfAllLanesInOneMomentOnce() throws Exception {
        var others = Stream.generate(() -> new LaneEndpoints("plant", endpoints, 1))
                .limit(5)
                .toList();
        assertThat(used()).isEqualTo(1);
        for (var other : others) {
            assertThat(used(other)).isEqualTo(1);
        }
        lane.failed("down");
        others.forEach(other -> other.failed("down"));

        pass(Duration.ofSeconds(1));
        assertThat(used()).isEqualTo(1);
        lane.failed("still down");
        others.get(0).failed("an answer that came late");
        pass(Duration.ofSeconds(2));
        assertThat(used()).isEqualTo(1);
    }

    @Test
    void shouldKeepTryingWhereAllFail() throws Exception {
        for (int endpoint : new int[] {1, 2, 0, 1, 2, 0}) {
            assertThat(used()).isEqualTo(endpoint);
            lane.failed("down");
            pass(Duration.ofMillis(100));
        }
    }

    private void pass(Duration duration) {
        nanos.addAndGet(duration.toNanos());
    }

    private int used() throws SQLException {
        return used(lane);
    }

    /** The number of the endpoint that the next connection comes from. */
    private int used(LaneEndpoints of) throws SQLException {
        try (var connection = of.connect()) {
            connection.createStatement().execute("x");
        }
        for (int i = 0; i < scripts.size(); i++) {
            if (scripts.get(i).statements().size() > seen[i]) {
                seen[i]++;
                return i;
            }
        }
        throw new AssertionError("nobody was asked");
    }
}
