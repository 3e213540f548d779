// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.Contenders;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressTest {

    @TempDir
    private Path folder;

    private final StringWriter printed = new StringWriter();
    private final Clock clock = new Clock();
    private final Progress progress = new Progress(new PrintWriter(printed), clock);

    @Test
    void shouldEstimateTheTimeLeftByTheRoundsThatRan() throws Exception {
        var scenario = ScenarioFiles.scenario(folder, "a", "x.warm_up = 0\nx.rounds = 3\n");
        progress.expect(List.of(scenario));
        round(scenario, Contenders.DO_NOTHING, 1, 10);
        round(scenario, Contenders.EXTENSION, 1, 20);
        progress.begins(scenario, Contenders.DO_NOTHING, 2);

        assertThat(lastLine()).contains("a", "round 2 of 3", "do-nothing interceptor", "about 60 s left");
    }

    @Test
    void shouldEstimateByThePlanBeforeThat() throws Exception {
        var scenario = ScenarioFiles.scenario(
                folder, "a", "x.modes = extension\nx.warm_up = 0\nx.rounds = 1\nx.rate = 100 for 40 s\n");
        progress.expect(List.of(scenario));
        progress.begins(scenario, Contenders.EXTENSION, 1);

        assertThat(lastLine()).contains("about 43 s left");
    }

    @Test
    void shouldEstimateAVariantByItsOwnPlan() throws Exception {
        var scenario = ScenarioFiles.scenario(folder, "a", """
                x.modes = long
                x.warm_up = 0
                x.rounds = 1
                x.rate = 100 for 5 s
                x.variant.long.x.rate = 100 for 40 s
                """);
        progress.expect(List.of(scenario));
        progress.begins(scenario, new Contender("long"), 1);

        assertThat(lastLine()).contains("long", "about 43 s left");
    }

    @Test
    void shouldSayWhichRoundsWarmUp() throws Exception {
        var scenario = ScenarioFiles.scenario(folder, "a", "");
        progress.expect(List.of(scenario));
        progress.begins(scenario, Contenders.EXTENSION, 0);

        assertThat(lastLine()).contains("warm-up").doesNotContain("round");
    }

    @Test
    void shouldForgetTheRoundsOfAScenarioThatFailed() throws Exception {
        var broken = ScenarioFiles.scenario(folder, "a", "x.rate = 100 for 40 s\n");
        var next = ScenarioFiles.scenario(folder, "b", "x.modes = extension\nx.warm_up = 0\nx.rounds = 1\n");
        progress.expect(List.of(broken, next));
        progress.failed(broken, new IllegalStateException("no broker there"));
        progress.begins(next, Contenders.EXTENSION, 1);

        assertThat(printed.toString()).contains("failed: no broker there");
        assertThat(lastLine()).contains("about 3 s left");
    }

    @ParameterizedTest
    @CsvSource({"0, about 1 s", "119, about 119 s", "120, about 2 min", "7199, about 119 min", "7260, about 2 h 1 min"})
    void shouldSayATimeNoMoreExactlyThanItIsKnown(long seconds, String words) {
        assertThat(Progress.words(Duration.ofSeconds(seconds))).isEqualTo(words);
    }

    private void round(
            io.github.hivemqtdengine.loadtest.scenario.Scenario scenario,
            Contender contender,
            int number,
            int seconds) {
        progress.begins(scenario, contender, number);
        clock.now = clock.now.plusSeconds(seconds);
        progress.ended(scenario, contender);
    }

    private String lastLine() {
        var lines = printed.toString().lines().toList();
        return lines.get(lines.size() - 1);
    }

    private static final class Clock implements InstantSource {

        private Instant now = Instant.EPOCH;

        @Override
        public Instant instant() {
            return now;
        }
    }
}
