// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.measure.AgentFigures;
import io.github.hivemqtdengine.loadtest.measure.CommitLatency;
import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.measure.LatencyHistogram;
import io.github.hivemqtdengine.loadtest.measure.LatencySeries;
import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.measure.PerSecond;
import io.github.hivemqtdengine.loadtest.measure.Reconciled;
import io.github.hivemqtdengine.loadtest.measure.Reconciliation;
import io.github.hivemqtdengine.loadtest.measure.SentLog;
import io.github.hivemqtdengine.loadtest.result.Round.FaultMark;
import io.github.hivemqtdengine.loadtest.result.Round.Second;
import io.github.hivemqtdengine.loadtest.scenario.ClientGroup;
import io.github.hivemqtdengine.loadtest.scenario.ClientGroup.RowPlan;
import io.github.hivemqtdengine.loadtest.scenario.ClientSettings;
import io.github.hivemqtdengine.loadtest.scenario.Contenders;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan.CallPlan;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan.CrowdPlan;
import io.github.hivemqtdengine.loadtest.scenario.Pace;
import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan;
import io.github.hivemqtdengine.loadtest.scenario.PublisherPlan;
import io.github.hivemqtdengine.loadtest.scenario.SessionPlan;
import io.github.hivemqtdengine.loadtest.scenario.SubscriberPlan;
import io.github.hivemqtdengine.loadtest.scenario.TopicPattern;
import io.github.hivemqtdengine.loadtest.scenario.reader.ScenarioText;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoundFiguresTest {

    private static final long START = 1_600_000_000_000_000L;
    private static final long SECOND = 1_000_000;

    @Test
    void shouldHaveTheFiguresOfPublishersAndSubscribers() {
        assertThat(new RoundFigures(plan(1, 1, 0), load()).figures())
                .isEqualTo(Map.ofEntries(
                        Map.entry(Figure.SENT, 4.0),
                        Map.entry(Figure.UNSENT, 0.0),
                        Map.entry(Figure.PUBLISHED_PER_SECOND, 1.6),
                        Map.entry(Figure.PUBLISHER_MAXIMUM_THROUGHPUT, 2.0),
                        Map.entry(Figure.PUBLISHER_AVERAGE_THROUGHPUT, 4 / 3.0),
                        Map.entry(Figure.ACKNOWLEDGEMENT_P50_MS, 7.0),
                        Map.entry(Figure.ACKNOWLEDGEMENT_P99_MS, 7.0),
                        Map.entry(Figure.ACKNOWLEDGEMENT_MAXIMUM_MS, 7.0),
                        Map.entry(Figure.UNACKNOWLEDGED, 1.0),
                        Map.entry(Figure.DELIVERIES, 3.0),
                        Map.entry(Figure.DELIVERIES_PER_SECOND, 1.5),
                        Map.entry(Figure.SUBSCRIBER_MAXIMUM_THROUGHPUT, 2.0),
                        Map.entry(Figure.SUBSCRIBER_AVERAGE_THROUGHPUT, 1.0),
                        Map.entry(Figure.LATENCY_AVERAGE_MS, 5.0),
                        Map.entry(Figure.LATENCY_P50_MS, 2.0),
                        Map.entry(Figure.LATENCY_P90_MS, 12.0),
                        Map.entry(Figure.LATENCY_P99_MS, 12.0),
                        Map.entry(Figure.LATENCY_P999_MS, 12.0),
                        Map.entry(Figure.LATENCY_MAXIMUM_MS, 12.0),
                        Map.entry(Figure.LATENCY_NEGATIVE, 0.0),
                        Map.entry(Figure.DELIVERIES_LOST, 1.0),
                        Map.entry(Figure.DELIVERIES_UNDER_WAY, 0.0),
                        Map.entry(Figure.DELIVERIES_DUPLICATED, 0.0),
                        Map.entry(Figure.CONNECTIONS, 10.0),
                        Map.entry(Figure.CONNECTIONS_REFUSED, 0.0),
                        Map.entry(Figure.RECONNECT_ALL_MS, 250.0),
                        Map.entry(Figure.CONNECTS_PER_SECOND, 20.0),
                        Map.entry(Figure.CONNECTIONS_LOST, 2.0)));
    }

    @Test
    void shouldLeaveTheRampOutOfThroughputAndLatencyButCountEveryMessage() {
        assertThat(new RoundFigures(plan(1, 1, 2), load()).figures())
                .containsEntry(Figure.SENT, 4.0)
                .containsEntry(Figure.DELIVERIES, 3.0)
                .containsEntry(Figure.PUBLISHER_AVERAGE_THROUGHPUT, 1.0)
                .containsEntry(Figure.SUBSCRIBER_MAXIMUM_THROUGHPUT, 1.0)
                .containsEntry(Figure.LATENCY_P50_MS, 12.0);
    }

    @Test
    void shouldSayWhatWasNeverSentAndWhoNeverCame() {
        var plan = plan(20, 1, 0);
        var figures =
                new RoundFigures(plan.withPublishers(plan.only().publishers().withMessages(10)), load());

        assertThat(figures.figures()).containsEntry(Figure.UNSENT, 6.0).containsEntry(Figure.CONNECTIONS_REFUSED, 11.0);
        assertThat(figures.round(Contenders.BARE, 1, List.of(), List.of()).notes())
                .contains("4 of 10 messages were sent: exec_time was over, or publishers were lost");
    }

    @Test
    void shouldKnowHowManyMessagesTheClockWants() {
        var second = Duration.ofSeconds(1);
        var pace = new Pace.OpenLoop(List.of(new Pace.Step(0, 10, second), new Pace.Step(10, 10, second)));

        assertThat(plan(0, 1, 0).only().publishers().withPace(pace).planned()).isEqualTo(15);
    }

    @Test
    void shouldLeaveOutWhatDoesNotApply() {
        assertThat(new RoundFigures(plan(0, 0, 0), load()).figures())
                .containsKey(Figure.SENT)
                .doesNotContainKeys(
                        Figure.UNACKNOWLEDGED,
                        Figure.DELIVERIES,
                        Figure.LATENCY_P50_MS,
                        Figure.CALLS_ANSWERED,
                        Figure.ROWS_STORED,
                        Figure.COMMIT_P50_MS);
    }

    @Test
    void shouldHaveTheFiguresOfCalls() {
        var plan = plan(0, 0, 0);
        var calling = new LoadPlan(
                plan.clients(),
                plan.groups(),
                plan.crowd(),
                Optional.of(new CallPlan(3, 1, 0, Duration.ofSeconds(1))),
                plan.rampUp(),
                plan.rampDown(),
                plan.subscriberTimeout(),
                plan.execTime());
        assertThat(new RoundFigures(calling, load()).figures())
                .containsEntry(Figure.CALLS_ANSWERED, 2.0)
                .containsEntry(Figure.CALLS_UNANSWERED, 1.0)
                .containsEntry(Figure.CALL_AVERAGE_MS, 6.0)
                .containsEntry(Figure.CALL_P99_MS, 8.0);
    }

    @Test
    void shouldHaveTheFiguresOfRowsAndTheirCommit() {
        var load = load();
        var figures = new RoundFigures(plan(1, 1, 0), load)
                .reconciled(reconciliation(load).result())
                .committed(commit(load))
                .figures();
        assertThat(figures)
                .containsEntry(Figure.ROWS_EXPECTED, 3.0)
                .containsEntry(Figure.ROWS_STORED, 2.0)
                .containsEntry(Figure.ROWS_MISSING, 1.0)
                .containsEntry(Figure.ROWS_DUPLICATED, 1.0)
                .containsEntry(Figure.ROWS_OVERWRITTEN, 0.0)
                .containsEntry(Figure.ROWS_LOST, 1.0)
                .containsEntry(Figure.ROWS_LATE, 0.0)
                .containsEntry(Figure.ROWS_PER_SECOND, 0.5)
                .containsEntry(Figure.COMMIT_MAXIMUM_MS, 3_500.0)
                .containsKeys(Figure.COMMIT_P50_MS, Figure.COMMIT_P90_MS, Figure.COMMIT_P99_MS);
    }

    @Test
    void shouldNotSayWhatNumbersOfRowsDoNotTell() {
        assertThat(new RoundFigures(plan(1, 1, 0), load())
                        .reconciled(Reconciled.ofTotal(3, 2))
                        .figures())
                .containsEntry(Figure.ROWS_MISSING, 1.0)
                .doesNotContainKeys(Figure.ROWS_LATE, Figure.ROWS_OVERWRITTEN, Figure.ROWS_LOST);
    }

    @Test
    void shouldTakeFiguresOfOthers() {
        assertThat(new RoundFigures(plan(1, 1, 0), load())
                        .cpu(Figure.BROKER_CPU_US, Duration.ofMillis(9)) // 4 messages, 3 requests, 2 answers
                        .put(Figure.BROKER_MEMORY_MB, 12.5)
                        .put(Figure.BROKER_THREADS, 40)
                        .figures())
                .containsEntry(Figure.BROKER_CPU_US, 1_000.0)
                .containsEntry(Figure.BROKER_MEMORY_MB, 12.5)
                .containsEntry(Figure.BROKER_THREADS, 40.0);
    }

    @ParameterizedTest
    @CsvSource({"0.009, 0.018, 3000", "0.009, 0, "})
    void shouldReplaceTheCpuTimeOfTheLoaderByThatOfAllAgents(double one, double other, @Nullable Double micros) {
        var agents = Stream.of(one, other)
                .map(seconds -> new AgentFigures("an agent", 0, 0, 0, seconds, 0))
                .toList();

        assertThat(new RoundFigures(plan(1, 1, 0), load())
                        .cpu(Figure.LOADER_CPU_US, Duration.ofMillis(1))
                        .agents(agents)
                        .figures()
                        .get(Figure.LOADER_CPU_US))
                .isEqualTo(micros);
    }

    @Test
    void shouldCountReconnectsOfClientsThatReconnect() {
        assertThat(new RoundFigures(plan(1, 1, 0, true), load()).figures()).containsEntry(Figure.RECONNECTS, 1.0);
    }

    @Test
    void shouldMakeARound() {
        var load = load();
        var mark = new FaultMark("database stopped", 1, 2);
        var round = new RoundFigures(plan(1, 1, 0), load)
                .reconciled(reconciliation(load).result())
                .committed(commit(load))
                .round(Contenders.EXTENSION, 3, List.of(mark), List.of("the broker grumbled"));
        assertThat(round.contender()).isEqualTo(Contenders.EXTENSION);
        assertThat(round.number()).isEqualTo(3);
        assertThat(round.started()).isEqualTo(Instant.ofEpochSecond(1_600_000_000));
        assertThat(round.figures()).containsEntry(Figure.SENT, 4.0).containsEntry(Figure.ROWS_STORED, 2.0);
        assertThat(round.faults()).containsExactly(mark);
        assertThat(round.notes())
                .containsExactly(
                        "publisher 0 was slow",
                        "publisher 0: message 2 missing; message 0 duplicated",
                        "the broker grumbled");
    }

    @Test
    void shouldHaveTheFiguresOfNamedGroups() throws Exception {
        var load = load();
        var named =
                ScenarioText.read("x.group.meters.x.topic = meter/{client}\n").load();

        var stored = new RoundFigures(named, load)
                .reconciled(reconciliation(load).result())
                .round(Contenders.EXTENSION, 1, List.of(), List.of());
        assertThat(stored.groups()).containsExactly(new GroupFigures("meters", 4, 4, 1, 0, 1.0, 2.0, 3L, 1L, 1L));

        var bare = new RoundFigures(named, load).round(Contenders.BARE, 1, List.of(), List.of());
        assertThat(bare.groups()).containsExactly(new GroupFigures("meters", 4, 4, 1, 0, 1.0, 2.0, null, null, null));

        var unnamed = new RoundFigures(plan(1, 1, 0), load).round(Contenders.BARE, 1, List.of(), List.of());
        assertThat(unnamed.groups()).isEmpty();
    }

    @Test
    void shouldMakeATimelineOfAllSecondsThatHaveAnything() {
        var load = load();
        var round = new RoundFigures(plan(1, 1, 2), load)
                .committed(commit(load))
                .round(Contenders.EXTENSION, 1, List.of(), List.of());
        assertThat(round.timeline())
                .containsExactly(
                        new Second(2, 2, 0, 1, 2, 2, 2.0, null),
                        new Second(1, 0, 0, 0, 0, 0, 0.0, null),
                        new Second(1, 1, 1, 12, 12, 12, 12.0, null),
                        new Second(0, 0, 0, 0, 0, 0, 0.0, null),
                        new Second(0, 0, 1, 0, 0, 0, 0.0, null));
    }

    @Test
    void shouldMakeATimelineOfLongerSlotsInALongRun() {
        var load = load();
        load.sentPerSecond().add(START + 2_000 * SECOND, 6);
        load.deliveries().latencyPerSecond().add(2_001, 20_000);

        var timeline = new RoundFigures(plan(1, 1, 0), load)
                .committed(commit(load))
                .round(Contenders.EXTENSION, 1, List.of(), List.of())
                .timeline();

        assertThat(timeline)
                .hasSize(1_001)
                .startsWith(new Second(3, 2, 0, 1, 2, 2, 2.0, 2), new Second(1, 1, 1, 12, 12, 12, 12.0, 2))
                .endsWith(new Second(6, 0, 0, 20, 20, 20, 20.0, 2));
    }

    @Test
    void shouldMakeCurvesOfWhatThereIs() {
        var load = load();
        var stored = new RoundFigures(plan(1, 1, 0), load)
                .committed(commit(load))
                .round(Contenders.EXTENSION, 1, List.of(), List.of());
        assertThat(stored.latencyCurve()).last().satisfies(point -> {
            assertThat(point.percentile()).isEqualTo(100);
            assertThat(point.millis()).isEqualTo(12);
        });
        assertThat(stored.commitCurve())
                .last()
                .satisfies(point -> assertThat(point.millis()).isEqualTo(3_500));

        var silent = new RoundFigures(plan(1, 1, 9), load).round(Contenders.BARE, 1, List.of(), List.of());
        assertThat(silent.latencyCurve()).isEmpty();
        assertThat(silent.commitCurve()).isEmpty();
    }

    @Test
    void shouldCountLatenciesBelowZero() throws Exception {
        var load = load();
        load.deliveries().latencyPerSecond().add(2, -300_000);
        var bytes = new ByteArrayOutputStream();
        load.deliveries().latencyPerSecond().between(0, 2).write(new DataOutputStream(bytes));
        var early = CommitLatency.of(
                START, load.sent(), (publisher, message) -> 1, Stream.of(new CommitLatency.Observation(START - 1, 2)));

        assertThat(new RoundFigures(plan(1, 1, 0), load).committed(early).figures())
                .containsEntry(Figure.LATENCY_NEGATIVE, 3.0);
        assertThat(LatencyHistogram.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())))
                        .negative())
                .isOne();
    }

    /** Messages at 0, 0.5, 1.2 and 2.5 s, the last one never acknowledged; deliveries at 0.5, 0.6 and 2 s. */
    private static LoadResult load() {
        var log = new SentLog(0);
        var sent = new PerSecond(START);
        for (long at : new long[] {0, SECOND / 2, SECOND * 6 / 5, SECOND * 5 / 2}) {
            int message = log.sent(START + at);
            sent.add(START + at, 1);
            if (message < 3) {
                log.acknowledged(message);
            }
        }
        var delivered = new PerSecond(START);
        delivered.add(START + SECOND / 2, 2);
        delivered.add(START + 2 * SECOND, 1);
        var latencies = new LatencySeries();
        latencies.add(0, 1_000);
        latencies.add(0, 2_000);
        latencies.add(2, 12_000);
        var deliveries = new LoadResult.Deliveries(
                4,
                3,
                1,
                0,
                0,
                START + 2 * SECOND,
                delivered,
                millis(1, 2, 12),
                latencies,
                List.of(new LoadResult.Deliveries.OfGroup(4, 3, 1, 0, 0, millis(1, 2))));
        return new LoadResult(
                START,
                START + SECOND * 5 / 2,
                START + 8 * SECOND,
                List.of(log),
                sent,
                millis(7),
                deliveries,
                new LoadResult.Connections(10, 0.5, 2, 1, 0.25),
                new LoadResult.Calls(millis(4, 8), 1),
                List.of("publisher 0 was slow"));
    }

    private static LatencyHistogram millis(long... values) {
        var histogram = new LatencyHistogram();
        for (long value : values) {
            histogram.add(value * 1_000);
        }
        return histogram;
    }

    /** Message 0 is stored twice, message 1 once, message 2 is missing. */
    private static Reconciliation reconciliation(LoadResult load) {
        var reconciliation = new Reconciliation(load.sent(), 1, true);
        reconciliation.row(0, 0, 0);
        reconciliation.row(0, 0, 0);
        reconciliation.row(0, 1, 0);
        return reconciliation;
    }

    private static CommitLatency commit(LoadResult load) {
        return CommitLatency.of(
                START,
                load.sent(),
                reconciliation(load)::storedRows,
                Stream.of(
                        new CommitLatency.Observation(START + 2 * SECOND, 1),
                        new CommitLatency.Observation(START + 4 * SECOND, 2)));
    }

    private static LoadPlan plan(int subscribers, int qos, int rampUpSeconds) {
        return plan(subscribers, qos, rampUpSeconds, false);
    }

    private static LoadPlan plan(int subscribers, int qos, int rampUpSeconds, boolean reconnect) {
        var payload = new PayloadPlan(PayloadPlan.Format.MQTTLOADER, 20, "", 1, PayloadPlan.Compression.NONE);
        return new LoadPlan(
                new ClientSettings(
                        5, Optional.empty(), Optional.empty(), Optional.empty(), Duration.ofMinutes(1), 1, reconnect),
                List.of(new ClientGroup(
                        "",
                        Duration.ZERO,
                        new PublisherPlan(
                                1,
                                qos,
                                false,
                                new TopicPattern("a", 1),
                                payload,
                                4,
                                new Pace.ClosedLoop(Duration.ZERO),
                                1),
                        new SubscriberPlan(subscribers, qos, false, "a", Duration.ZERO),
                        SessionPlan.NONE,
                        new RowPlan(Optional.empty(), Optional.empty(), 1, false))),
                CrowdPlan.NONE,
                Optional.empty(),
                Duration.ofSeconds(rampUpSeconds),
                Duration.ZERO,
                Duration.ofSeconds(5),
                Duration.ofSeconds(60));
    }
}
