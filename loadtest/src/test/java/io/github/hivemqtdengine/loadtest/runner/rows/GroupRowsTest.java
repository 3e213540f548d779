// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.measure.LatencyHistogram;
import io.github.hivemqtdengine.loadtest.measure.LatencySeries;
import io.github.hivemqtdengine.loadtest.measure.Lateness;
import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.measure.PerSecond;
import io.github.hivemqtdengine.loadtest.measure.Reconciled;
import io.github.hivemqtdengine.loadtest.measure.SentLog;
import io.github.hivemqtdengine.loadtest.runner.ScenarioFiles;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two groups with a publisher each: one of QoS 0 with two rows a message, one of QoS 1 with wills. */
class GroupRowsTest {

    private static final String GROUPS = """
            x.payload = json
            x.group.gateways.x.topic = gateway/{client}
            x.group.gateways.x.table = readings
            x.group.gateways.x.records = 2
            x.group.devices.x.topic = plant/{client}/meter/0
            x.group.devices.x.table = meters
            x.group.devices.qos_publisher = 1
            x.group.devices.x.will = device/{client}/will
            """;

    private LoadPlan plan;
    private GroupRows gateways;
    private GroupRows devices;

    @BeforeEach
    void send(@TempDir Path folder) throws Exception {
        plan = ScenarioFiles.scenario(folder, "a", GROUPS).load();
        var load = load(List.of(log(0, 3), log(1, 3, 0, 1)), List.of(log(1, 2, 0)));
        gateways = new GroupRows(plan.groups().get(0), load, Optional.empty(), true);
        devices = new GroupRows(plan.groups().get(1), load, Optional.empty(), true);
    }

    @Test
    void shouldExpectTheRowsOfMessagesAndWills() {
        assertThat(plan.tables()).containsExactly("readings", "meters", "devices");
        assertThat(gateways.due()).isEqualTo(6);
        assertThat(devices.due()).isEqualTo(2 + 1);
    }

    @Test
    void shouldFindEachRowInItsTable() {
        for (int message = 0; message < 3; message++) {
            gateways.row("readings", 0, message, 0);
            gateways.row("readings", 0, message, 1);
        }
        devices.row("meters", 1, 0, 0);
        devices.row("meters", 1, 1, 0);
        devices.row("devices", 1, SentLog.FIRST_WILL, 0);

        var result = both();

        assertThat(result.sentences()).isEmpty();
        assertThat(result.total().expected()).isEqualTo(9);
        assertThat(result.total().stored()).isEqualTo(9);
        assertThat(result.total().missing()).isZero();
    }

    @Test
    void shouldMissWhatIsInAnotherTable() {
        gateways.row("meters", 0, 0, 0);
        devices.row("readings", 1, 0, 0);
        devices.row("meters", 1, SentLog.FIRST_WILL, 0);

        var result = both();

        assertThat(result.total().missing()).isEqualTo(9);
        assertThat(result.total().unknown()).isEqualTo(3);
        assertThat(result.sentences())
                .containsExactly(
                        "group gateways, publisher 0: messages 0 to 2 missing; 1 row with a number that was never sent",
                        "group devices, publisher 1: messages 0, 1 missing; 1 row with a number that was never sent",
                        "last wills of group devices, publisher 1: message 0 missing; 1 row with a number that was"
                                + " never sent");
    }

    @Test
    void shouldNotMissTheWillOfAConnectionThatWasNotDroppedOnPurpose() {
        devices.row("meters", 1, 0, 0);
        devices.row("meters", 1, 1, 0);
        devices.row("devices", 1, SentLog.FIRST_WILL, 0);
        devices.row("devices", 1, SentLog.FIRST_WILL + 1, 0);

        assertThat(devices.result().total().missing()).isZero();
        assertThat(devices.result().total().unacknowledged()).isOne();
    }

    @Test
    void shouldCountRowsWithoutNumbersInTheirGroupOnly() {
        gateways.unnumbered("readings");
        gateways.unnumbered("meters");
        devices.row("meters", 1, 0, 0);
        devices.row("meters", 1, 1, 0);
        devices.row("devices", 1, SentLog.FIRST_WILL, 0);

        var result = both();

        assertThat(gateways.areCounted()).isTrue();
        assertThat(devices.areCounted()).isFalse();
        assertThat(result.total().expected()).isEqualTo(9);
        assertThat(result.total().stored()).isEqualTo(1 + 3);
        assertThat(result.total().missing()).isEqualTo(5);
    }

    @Test
    void shouldNotCountARowWithoutANumberAmongRowsThatHaveOne() {
        devices.row("meters", 1, 0, 0);
        devices.unnumbered("meters");
        devices.row("devices", 1, SentLog.FIRST_WILL, 0);

        assertThat(devices.result().total().missing()).isEqualTo(1);
    }

    private Reconciled both() {
        return gateways.result().and(devices.result());
    }

    private static SentLog log(int publisher, int messages, int... acknowledged) {
        var log = new SentLog(publisher);
        IntStream.range(0, messages).forEach(log::sent);
        IntStream.of(acknowledged).forEach(log::acknowledged);
        return log;
    }

    private static LoadResult load(List<SentLog> sent, List<SentLog> wills) {
        return new LoadResult(
                0,
                1,
                2,
                sent,
                wills,
                new PerSecond(0),
                new LatencyHistogram(),
                new LoadResult.Deliveries(
                        0, 0, 0, 0, 0, 0, new PerSecond(0), new LatencyHistogram(), new LatencySeries(), List.of()),
                new LoadResult.Connections(2, 1, 0, 0, 0),
                new LoadResult.Calls(new LatencyHistogram(), 0),
                new Lateness(),
                List.of());
    }
}
