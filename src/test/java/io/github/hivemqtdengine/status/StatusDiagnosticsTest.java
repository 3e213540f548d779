// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.jdbc.dialect.CheckResult;
import io.github.hivemqtdengine.jdbc.dialect.CheckResult.Level;
import io.github.hivemqtdengine.metrics.AccountCounter;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.metrics.ExtensionMetric;
import io.github.hivemqtdengine.status.RecentWarnings.Warning;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatusDiagnosticsTest {

    private static final long MIB = 1_024 * 1_024;

    private final StatusSample sample = new StatusSample();

    @BeforeEach
    void addDatabase() {
        sample.database("plant", "jdbc:TAOS-WS://td1:6041");
        room("spool", 0);
        room("dead-letters", 0);
    }

    private void room(String name, double share) {
        boolean isSpool = name.equals("spool");
        sample.metrics.gauge(
                isSpool ? ExtensionMetric.SPOOL_MAX_BYTES : ExtensionMetric.DEAD_LETTERS_MAX_BYTES, () -> 100 * MIB);
        sample.metrics.share(
                isSpool ? ExtensionMetric.SPOOL_SHARE : ExtensionMetric.DEAD_LETTERS_SHARE,
                () -> Math.round(share * 100),
                100);
    }

    private List<CheckResult> run(Duration later) throws Exception {
        var status = sample.status();
        return new StatusDiagnostics(status, sample.clock.instant().plus(later)).run();
    }

    /** The result that is not ok. */
    private CheckResult problem() throws Exception {
        return run(Duration.ZERO).stream()
                .filter(result -> result.level() != Level.OK)
                .reduce((one, other) -> {
                    throw new AssertionError(one + " and " + other);
                })
                .orElseThrow();
    }

    @Test
    void shouldFindNothingWhereAllIsWell() throws Exception {
        sample.route("meters").add(AccountCounter.STORED, 5);

        assertThat(run(Duration.ofSeconds(15)))
                .allMatch(result -> result.level() == Level.OK)
                .extracting(CheckResult::check)
                .containsExactly("extension", "configuration", "database \"plant\"", "spool", "dead-letters");
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 3_600, -16})
    void shouldFailOnAnOldStatusAndSayNothingElse(int seconds) throws Exception {
        sample.setUp("plant", false);

        assertThat(run(Duration.ofSeconds(seconds))).singleElement().satisfies(result -> {
            assertThat(result.level()).isEqualTo(Level.FAIL);
            assertThat(result.sentence()).contains(seconds + " s old", "see whether the broker runs");
        });
    }

    @Test
    void shouldFailAfterAStop() throws Exception {
        var stopped = StatusNode.read(sample.document.write(sample.active(), true));

        assertThat(new StatusDiagnostics(stopped, sample.clock.instant()).run())
                .singleElement()
                .satisfies(result -> {
                    assertThat(result.level()).isEqualTo(Level.FAIL);
                    assertThat(result.sentence()).contains("stopped at 2026-01-01T00:00:00Z", "start the broker");
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "null", "{\"written\": 7, \"databases\": {\"a\": 1}, \"routes\": [3]}"})
    void shouldFailOnAnotherContent(String json) throws Exception {
        var status = StatusNode.read(json.getBytes(StandardCharsets.UTF_8));

        assertThat(new StatusDiagnostics(status, Instant.now()).run())
                .singleElement()
                .extracting(CheckResult::level)
                .isEqualTo(Level.FAIL);
    }

    @Test
    void shouldFailOnTheFormatOfALaterVersion() throws Exception {
        var later = new String(sample.bytes(), StandardCharsets.UTF_8).replace("\"format\":1,", "\"format\":2,");
        var status = StatusNode.read(later.getBytes(StandardCharsets.UTF_8));

        assertThat(new StatusDiagnostics(status, sample.clock.instant()).run())
                .singleElement()
                .satisfies(result -> assertThat(result.sentence()).contains("use its own hivemq-tdengine"));
    }

    @Test
    void shouldFailOnADatabaseThatIsDown() throws Exception {
        sample.setUp("plant", false);
        sample.metrics.gauge(ExtensionMetric.DATABASE_WAITING_LANES, "plant", () -> 2);
        sample.warnings.add(
                new Warning(
                        Instant.EPOCH, "warn", "Database \"plant\" accepts no rows; messages wait: code 7: refused"),
                "plant");

        var problem = problem();

        assertThat(problem.level()).isEqualTo(Level.FAIL);
        assertThat(problem.check()).isEqualTo("database \"plant\"");
        assertThat(problem.sentence())
                .isEqualTo("accepts no rows: td1:6041, since 2026-01-01T00:00:00Z, 2 of 4 lanes wait; see whether the"
                        + " server runs and can be reached: hivemq-tdengine doctor --database plant; last error: code 7:"
                        + " refused");
    }

    @Test
    void shouldSayThatADatabaseNeedsAnOperator() throws Exception {
        sample.setUp("plant", false);
        sample.metrics.gauge(ExtensionMetric.DATABASE_NEEDS_OPERATOR, "plant", () -> 1);

        assertThat(problem().sentence()).contains("; correct the user, its password or rights, or the licence");
    }

    @Test
    void shouldWarnOfLateRows() throws Exception {
        sample.metrics.gauge(ExtensionMetric.DATABASE_OLDEST_AGE_MS, "plant", () -> 61_000);

        assertThat(problem()).satisfies(problem -> {
            assertThat(problem.level()).isEqualTo(Level.WARN);
            assertThat(problem.sentence()).startsWith("rows are 61 s late");
        });
    }

    @Test
    void shouldWarnOfARejectedChange() throws Exception {
        sample.reject("line 7: no such type");

        assertThat(problem()).satisfies(problem -> {
            assertThat(problem.level()).isEqualTo(Level.WARN);
            assertThat(problem.sentence()).contains("is not active (hivemq-tdengine validate ", "line 7: no such type");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"spool", "dead-letters"})
    void shouldWarnOfLittleRoom(String name) throws Exception {
        room(name, 0.81);

        assertThat(problem()).satisfies(problem -> {
            assertThat(problem.level()).isEqualTo(Level.WARN);
            assertThat(problem.check()).isEqualTo(name);
            assertThat(problem.sentence()).startsWith("81 % of 100 MiB are used; once it is full, ");
        });
    }

    @Test
    void shouldFailOnADiskThatRejects() throws Exception {
        sample.metrics.gauge(ExtensionMetric.SPOOL_DEGRADED, () -> 1);
        assertThat(problem().sentence()).endsWith("messages wait in memory only; make room on its disk");
        assertThat(problem().level()).isEqualTo(Level.FAIL);
    }

    @Test
    void shouldFailOnADiskThatRejectsDeadLetters() throws Exception {
        sample.metrics.gauge(ExtensionMetric.DEAD_LETTERS_DEGRADED, () -> 1);

        assertThat(problem().sentence()).endsWith("they are lost; make room there");
        assertThat(problem().level()).isEqualTo(Level.FAIL);
    }

    @Test
    void shouldWarnOfDeadLetters() throws Exception {
        sample.route("meters").add(AccountCounter.DEAD_LETTERED, 3);

        assertThat(problem().sentence())
                .startsWith("3 dead letters since the start")
                .contains("dead-letters list");
    }

    @Test
    void shouldWarnOfLossesButNotOfWhatTheMappingDrops() throws Exception {
        var account = sample.route("meters");
        account.drop(DropReason.MAPPING, 5);
        account.drop(DropReason.NO_ROWS, 5);
        assertThat(run(Duration.ZERO)).allMatch(result -> result.level() == Level.OK);

        account.drop(DropReason.TOO_FAST, 2);

        assertThat(problem().check()).isEqualTo("route \"meters\"");
        assertThat(problem().sentence())
                .startsWith("2 messages lost since the start")
                .contains("too-fast 2");
    }

    @Test
    void shouldNotListEachOfManyRoutes() throws Exception {
        for (int number = 0; number < 500; number++) {
            sample.route("route-" + number).add(AccountCounter.DEAD_LETTERED, 1);
        }

        assertThat(run(Duration.ZERO))
                .hasSizeLessThan(30)
                .anyMatch(result -> result.sentence().startsWith("400 dead letters since the start"));
    }
}
