// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.measure.LatencyHistogram;
import io.github.hivemqtdengine.loadtest.measure.LatencySeries;
import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.measure.PerSecond;
import io.github.hivemqtdengine.loadtest.measure.SentLog;
import io.github.hivemqtdengine.loadtest.runner.ScenarioFiles;
import io.github.hivemqtdengine.loadtest.stack.rows.RowObservation;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DueRowsTest {

    private static final long END_OF_SENDING = 2_000_000;
    private static final long END = 90_000_000;

    @TempDir
    private Path folder;

    @Test
    void shouldExpectWhatWasAcknowledged() throws Exception {
        assertThat(due("qos_publisher = 1\n", true).all()).isEqualTo(1);
    }

    @Test
    void shouldExpectAllThatWasSentAtQos0() throws Exception {
        assertThat(due("qos_publisher = 0\n", true).all()).isEqualTo(3);
    }

    @Test
    void shouldExpectAllThatWasSentWhereNobodyKnowsWhatWasAcknowledged() throws Exception {
        assertThat(due("qos_publisher = 1\n", false).all()).isEqualTo(3);
    }

    @Test
    void shouldExpectOneRowOfEachStepWhereRowsOverwriteEachOther() throws Exception {
        var scenario = ScenarioFiles.scenario(folder, "a", "qos_publisher = 0");

        var steps = Map.of(scenario.load().only(), new TimeSteps(2, 1));

        assertThat(DueRows.of(scenario, load(), new RowsOfGroups(scenario, load(), steps, true))
                        .all())
                .isEqualTo(2);
    }

    @Test
    void shouldExpectACallAndItsAnswer() throws Exception {
        var due = due("x.table = devices\nx.payload = json\nx.connections = 10\nx.devices = 10\nx.calls = 5\n", true);

        assertThat(due.all()).isEqualTo(3 + 2 * 2);
    }

    @Test
    void shouldCountTheTimeFromTheEndOfSendingHoweverLongSubscribersTake() throws Exception {
        var due = due("x.late = 5 s\n", true);
        var counts = Stream.of(
                new RowObservation(0, 0),
                new RowObservation(END_OF_SENDING + 5_000_000, 1),
                new RowObservation(END_OF_SENDING + 30_000_000, 3));

        assertThat(due.late(counts)).isEqualTo(2);
    }

    @Test
    void shouldCallNothingLateThatWasThereInTime() throws Exception {
        var due = due("x.late = 5 s\n", true);
        var counts = Stream.of(
                new RowObservation(0, 0),
                new RowObservation(END_OF_SENDING, 3),
                new RowObservation(END_OF_SENDING + 30_000_000, 4));

        assertThat(due.late(counts)).isZero();
        assertThat(due.late(Stream.of())).isZero();
    }

    private DueRows due(String lines, boolean tellsAcknowledged) throws Exception {
        var scenario = ScenarioFiles.scenario(folder, "a", lines);
        return DueRows.of(scenario, load(), new RowsOfGroups(scenario, load(), Map.of(), tellsAcknowledged));
    }

    /** Three messages, one of them acknowledged, and two calls. */
    private static LoadResult load() {
        var log = new SentLog(0);
        for (int message = 0; message < 3; message++) {
            log.sent(message);
        }
        log.acknowledged(1);
        var answered = new LatencyHistogram();
        answered.add(1_000, 2);
        return new LoadResult(
                0,
                END_OF_SENDING,
                END,
                List.of(log),
                new PerSecond(0),
                new LatencyHistogram(),
                new LoadResult.Deliveries(
                        0, 0, 0, 0, 0, 0, new PerSecond(0), new LatencyHistogram(), new LatencySeries(), List.of()),
                new LoadResult.Connections(1, 1, 0, 0, 0),
                new LoadResult.Calls(answered, 1),
                List.of());
    }
}
