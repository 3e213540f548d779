// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.result.Environment;
import io.github.hivemqtdengine.loadtest.result.Round;
import io.github.hivemqtdengine.loadtest.result.Run;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuiteTest {

    private static final Environment ENVIRONMENT = new Environment(
            Instant.EPOCH, "run", "cpu", 2, 1_000, "os", "java", "0", "loader", "1", "broker", "database");

    @TempDir
    private Path folder;

    private final StringWriter printed = new StringWriter();
    private final List<Run> kept = new ArrayList<>();
    private final FakeRounds rounds = new FakeRounds();

    @Test
    void shouldLetModesTakeTurnsAndAnotherOneBeginEachTime() throws Exception {
        suite(rounds).run(List.of(scenario("a", "")), scenario -> Optional.empty());

        assertThat(rounds.ran)
                .containsExactly(
                        "a do-nothing 0",
                        "a extension 0",
                        "a extension 1",
                        "a do-nothing 1",
                        "a do-nothing 2",
                        "a extension 2");
    }

    @Test
    void shouldCountAllRoundsButThoseThatWarmUp() throws Exception {
        var suite = suite(rounds);
        suite.run(List.of(scenario("a", "")), scenario -> Optional.empty());

        var result = suite.soFar().scenarios().get(0);
        assertThat(result.complete()).isTrue();
        assertThat(result.rounds())
                .extracting(round -> round.contender().word() + round.number())
                .containsExactly("extension1", "do-nothing1", "do-nothing2", "extension2");
    }

    @Test
    void shouldKeepWhatThereIsAfterEachCountedRound() throws Exception {
        suite(rounds).run(List.of(scenario("a", "")), scenario -> Optional.empty());

        assertThat(kept)
                .extracting(run -> run.scenarios().get(0).rounds().size())
                .containsExactly(1, 2, 3, 4, 4);
        assertThat(kept)
                .extracting(run -> run.scenarios().get(0).complete())
                .containsExactly(false, false, false, false, true);
    }

    @Test
    void shouldJudgeThresholdsWhenAllRoundsRan() throws Exception {
        var suite = suite(rounds);
        var lines = """
                x.threshold.1 = rows-missing extension = 0
                x.threshold.2 = deliveries-per-second extension/do-nothing = 100
                """;
        suite.run(List.of(scenario("a", lines)), scenario -> Optional.empty());

        assertThat(suite.soFar().failed()).isTrue();
        assertThat(suite.soFar().scenarios().get(0).verdicts())
                .extracting(verdict -> verdict.passed())
                .containsExactly(true, false);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "100 for 10 s | '' | unsent 803 sent 197 | bare, round 2: 197 of 1,000 messages were sent: the rate was not reached",
                "100 for 10 s | true | unsent 803 sent 197 | ''",
                "'' | '' | unsent 803 sent 197 | ''",
                "100 for 10 s | true | deliveries-under-way 205 deliveries 195 | bare, round 2: 205 of 400 deliveries were under way",
            })
    void shouldFailWhereTheResultDoesNotCount(String rate, String mayFall, String counts, String failure)
            throws Exception {
        var words = counts.split(" ", -1);
        var figures = Map.of(
                Figure.ofWord(words[0]), Double.valueOf(words[1]), Figure.ofWord(words[2]), Double.valueOf(words[3]));
        var suite = suite((scenario, contender, number) -> new Round(
                contender,
                number,
                Instant.EPOCH,
                number == 2 ? figures : Map.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of()));
        var lines = "x.modes = bare\nx.rate = " + rate + "\nx.rate_may_fall = " + mayFall;

        suite.run(List.of(scenario("a", lines)), scenario -> Optional.empty());

        var result = suite.soFar().scenarios().get(0);
        assertThat(result.complete()).isTrue();
        assertThat(result.failed()).isEqualTo(!failure.isEmpty());
        assertThat(result.failure().orElse("")).startsWith(failure);
    }

    @Test
    void shouldSkipWhatCanNotRunAndSayWhy() throws Exception {
        var suite = suite(rounds);
        suite.run(
                List.of(scenario("a", ""), scenario("b", "")),
                scenario -> scenario.name().equals("a") ? Optional.of("no Avro yet") : Optional.empty());

        assertThat(suite.soFar().scenarios().get(0).skipped()).contains("no Avro yet");
        assertThat(suite.soFar().failed()).isFalse();
        assertThat(rounds.ran).allMatch(round -> round.startsWith("b "));
        assertThat(printed.toString()).contains("skipped: no Avro yet");
    }

    @Test
    void shouldGoOnWithTheNextScenarioWhenOneFails() throws Exception {
        var suite = suite(rounds.failIn("a"));
        suite.run(List.of(scenario("a", ""), scenario("b", "")), scenario -> Optional.empty());

        assertThat(suite.soFar().failed()).isTrue();
        assertThat(suite.soFar().scenarios().get(0).failure()).contains("The broker refused a client");
        assertThat(suite.soFar().scenarios().get(1).complete()).isTrue();
    }

    @Test
    void shouldHaveWhatThereWasWhenItIsInterrupted() throws Exception {
        var suite = suite(rounds.interruptAfter(4));

        assertThatThrownBy(() -> suite.run(List.of(scenario("a", ""), scenario("b", "")), scenario -> Optional.empty()))
                .isInstanceOf(InterruptedException.class);
        assertThat(suite.soFar().scenarios()).hasSize(1);
        assertThat(suite.soFar().scenarios().get(0).rounds()).hasSize(2);
        assertThat(suite.soFar().scenarios().get(0).complete()).isFalse();
    }

    @Test
    void shouldEndWhenADriverSaysThatItWasInterrupted() throws Exception {
        var suite = suite((scenario, mode, number) -> {
            throw new SQLException("no answer", new InterruptedException());
        });
        var scenarios = List.of(scenario("a", ""), scenario("b", ""));

        assertThatThrownBy(() -> suite.run(scenarios, scenario -> Optional.empty()))
                .isInstanceOf(InterruptedException.class);
        assertThat(suite.soFar().scenarios()).isEmpty();
    }

    @Test
    void shouldBeAbleToWriteItsReportAfterAnInterruptionWhileItKeptARound() throws Exception {
        var progress = new Progress(new PrintWriter(printed), Clock.systemUTC());
        var suite = new Suite(ENVIRONMENT, false, rounds, progress, run -> {
            Thread.currentThread().interrupt();
            throw new ClosedByInterruptException();
        });
        var scenarios = List.of(scenario("a", ""));

        assertThatThrownBy(() -> suite.run(scenarios, scenario -> Optional.empty()))
                .isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        assertThat(suite.soFar().scenarios().get(0).failure()).isEmpty();
    }

    @Test
    void shouldNotResumeWhatWasMeasuredOnAnotherDatabase() throws Exception {
        var scenarios = List.of(scenario("a", ""));
        var elsewhere = new Environment(
                Instant.EPOCH, "run", "cpu", 2, 1_000, "os", "java", "0", "loader", "1", "broker", "another");
        var first = suite(rounds);
        first.run(scenarios, scenario -> Optional.empty());
        var measuredElsewhere = new Run(elsewhere, true, first.soFar().scenarios());
        var second = suite(rounds);

        assertThatThrownBy(() -> second.resume(measuredElsewhere, scenarios))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(": another then, ", "; smoke run then, full run now. Choose another folder");
        assertThat(second.hasAll(scenarios)).isFalse();
        second.resume(measuredElsewhere, List.of());
        assertThat(second.soFar().scenarios()).isEmpty();
    }

    @Test
    void shouldResumeWithWhatIsNotComplete() throws Exception {
        var scenarios = List.of(scenario("a", ""), scenario("b", ""));
        var first = suite(rounds.interruptAfter(8));
        assertThatThrownBy(() -> first.run(scenarios, scenario -> Optional.empty()))
                .isInstanceOf(InterruptedException.class);

        var more = new FakeRounds();
        var second = suite(more);
        second.resume(first.soFar(), scenarios);
        second.run(scenarios, scenario -> Optional.empty());

        assertThat(more.ran).hasSize(6).allMatch(round -> round.startsWith("b "));
        assertThat(second.soFar().scenarios())
                .extracting(result -> result.name() + " " + result.complete())
                .containsExactly("a true", "b true");
    }

    @Test
    void shouldNotTakeOverAResultOfOtherSettings() throws Exception {
        var first = suite(rounds);
        first.run(List.of(scenario("a", "")), scenario -> Optional.empty());

        var more = new FakeRounds();
        var second = suite(more);
        var changed = List.of(scenario("a", "num_messages = 7\n"));
        second.resume(first.soFar(), changed);
        second.run(changed, scenario -> Optional.empty());

        assertThat(more.ran).hasSize(6);
    }

    @Test
    void shouldCheckWhatWasMeasuredAgainstTheThresholdsOfToday() throws Exception {
        var first = suite(rounds);
        first.run(
                List.of(scenario("a", "x.threshold.1 = deliveries-per-second extension/do-nothing = 100\n")),
                scenario -> Optional.empty());
        assertThat(first.soFar().failed()).isTrue();

        var more = new FakeRounds();
        var second = suite(more);
        var changed = List.of(scenario("a", """
                        x.title = Another title
                        x.order = 3
                        x.published.1 = latency-average-ms 7 others
                        x.threshold.1 = deliveries-per-second extension/do-nothing >= 0.1
                        x.threshold.2 = rows-missing extension = 0
                        """));
        second.resume(first.soFar(), changed);
        second.run(changed, scenario -> Optional.empty());

        assertThat(more.ran).isEmpty();
        var result = second.soFar().scenarios().get(0);
        assertThat(result.title()).isEqualTo("Another title");
        assertThat(result.published()).hasSize(1);
        assertThat(result.settings()).containsEntry("x.order", "3");
        assertThat(result.verdicts())
                .extracting(verdict -> verdict.threshold() + " " + verdict.passed())
                .containsExactly(
                        "deliveries-per-second extension/do-nothing >= 0.1 true", "rows-missing extension = 0 true");
        assertThat(result.rounds()).hasSize(4);
    }

    private Suite suite(Suite.Rounds rounds) {
        return new Suite(
                ENVIRONMENT, false, rounds, new Progress(new PrintWriter(printed), Clock.systemUTC()), kept::add);
    }

    private Scenario scenario(String name, String lines) throws Exception {
        return ScenarioFiles.scenario(folder, name, lines);
    }
}
