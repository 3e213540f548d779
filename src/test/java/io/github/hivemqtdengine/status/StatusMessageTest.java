// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.status;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.metrics.AccountCounter;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What programs read of the status over MQTT, and routes without messages. */
class StatusMessageTest {

    private final StatusSample sample = new StatusSample();

    @BeforeEach
    void addDatabase() {
        sample.database("plant", "jdbc:TAOS-WS://td1:6041");
    }

    private StatusMessage message() throws Exception {
        return StatusMessage.of(sample.bytes());
    }

    @Test
    void shouldBeShortWhereAllIsWell() throws Exception {
        var message = message();

        assertThat(message.state()).isEqualTo("ok");
        assertThat(new String(message.json(), UTF_8))
                .startsWith("{\"state\":\"ok\",\"time\":\"2026-01-01T00:00:00Z\",\"host\":\"")
                .endsWith("\",\"problems\":[]}");
    }

    @Test
    void shouldHaveTheWorstLevelAndItsProblems() throws Exception {
        sample.route("meters").add(AccountCounter.DEAD_LETTERED, 1);
        assertThat(message().state()).isEqualTo("warn");

        sample.setUp("plant", false);

        assertThat(message().state()).isEqualTo("fail");
        assertThat(new String(message().json(), UTF_8))
                .contains("{\"state\":\"fail\"", "\"check\":\"database \\\"plant\\\"\"", "hivemq-tdengine doctor");
    }

    @Test
    void shouldSayThatTheExtensionHasStopped() throws Exception {
        assertThat(StatusMessage.of(sample.document.write(sample.active(), true))
                        .state())
                .isEqualTo("stopped");
    }

    @Test
    void shouldSayTheSameWhileOnlyFiguresChange() throws Exception {
        var account = sample.route("meters");
        account.add(AccountCounter.DEAD_LETTERED, 1);
        var before = message();
        account.add(AccountCounter.DEAD_LETTERED, 1);
        sample.clock.advance(Duration.ofSeconds(5));

        assertThat(message().hasSameProblemsAs(before)).isTrue();
        sample.setUp("plant", false);
        assertThat(message().hasSameProblemsAs(before)).isFalse();
    }

    @Test
    void shouldSayTheSameInAnotherOrderOfRoutesButNotForAnotherProblem() throws Exception {
        sample.setSilence(Duration.ofMinutes(5));
        var first = sample.route("a");
        var second = sample.route("b");
        first.add(AccountCounter.DEAD_LETTERED, 2);
        second.add(AccountCounter.DEAD_LETTERED, 1);
        var before = message();
        second.add(AccountCounter.DEAD_LETTERED, 2);
        assertThat(message().hasSameProblemsAs(before)).isTrue();

        sample.clock.advance(Duration.ofMinutes(5));
        var silent = message();
        first.receive();

        assertThat(silent.problems()).hasSize(4);
        assertThat(message().hasSameProblemsAs(silent)).isFalse();
    }

    @Test
    void shouldWarnOfARouteWithoutMessagesUntilTheNextOne() throws Exception {
        sample.setSilence(Duration.ofMinutes(5));
        var account = sample.route("meters");
        sample.document.observe(sample.active());
        sample.clock.advance(Duration.ofMinutes(4));
        account.receive();
        assertThat(message().state()).isEqualTo("ok");

        sample.clock.advance(Duration.ofMinutes(5));

        assertThat(sample.document.observe(sample.active())).isTrue(); // at once, not with the next interval
        assertThat(message().problems()).singleElement().satisfies(problem -> {
            assertThat(problem.check()).isEqualTo("route \"meters\"");
            assertThat(problem.sentence())
                    .isEqualTo("no message since 2026-01-01T00:04:00Z; see whether its publishers are connected, and"
                            + " publish on its topics");
        });
        account.receive();
        assertThat(message().state()).isEqualTo("ok");
    }
}
