// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.measure.SentLog;
import io.github.hivemqtdengine.loadtest.mqtt.payload.MetricType;
import io.github.hivemqtdengine.loadtest.scenario.EdgeNodePlan;
import java.util.List;
import org.junit.jupiter.api.Test;

class EdgeNodeRowsTest {

    private static final EdgeNodePlan PLAN = new EdgeNodePlan(4, 2, 3);
    /** Rows of an NBIRTH and two NDATA, and of the state before and after. */
    private static final int ROWS_OF_SESSION = 4 + 2 + 2 + 2;

    private final EdgeNodeRows rows = new EdgeNodeRows(PLAN, List.of(log(0, 6), log(1, 5)));

    private static SentLog log(int publisher, int messages) {
        var log = new SentLog(publisher);
        for (int message = 0; message < messages; message++) {
            log.sent(micros(message));
        }
        return log;
    }

    private static long micros(int message) {
        return 1_763_000_000_000_999L + message * 7_000L;
    }

    private void store(int publisher, int message, int metric) {
        store(publisher, message, metric, MetricType.value(publisher, message, metric));
    }

    private void store(int publisher, int message, int metric, Object value) {
        rows.metric(Integer.toString(publisher), "Inputs/" + metric, micros(message) / 1_000, value);
    }

    private void storeMessages(int publisher, int messages) {
        for (int message = 0; message < messages; message++) {
            for (int i = 0; i < PLAN.size(message); i++) {
                store(publisher, message, PLAN.metric(message, i));
            }
        }
    }

    private void storeStates(int publisher) {
        for (int session = 0; session < 2; session++) {
            rows.state(Integer.toString(publisher), true, session);
            rows.state(Integer.toString(publisher), false, session);
        }
    }

    @Test
    void shouldFindEveryRow() {
        storeMessages(0, 6);
        storeMessages(1, 5);
        storeStates(0);
        storeStates(1);

        var total = rows.result().total();

        assertThat(total.expected()).isEqualTo(4 * ROWS_OF_SESSION - 2).isEqualTo(total.stored());
        assertThat(List.of(total.missing(), total.duplicated(), total.unknown()))
                .containsOnly(0L);
        assertThat(rows.result().sentences()).isEmpty();
        assertThat(EdgeNodeRows.metrics(PLAN, List.of(log(0, 6), log(1, 5)))).isEqualTo(30);
        assertThat(List.of(rows.storedMetrics(0, 0), rows.storedMetrics(0, 2))).containsExactly(4, 2);
    }

    @Test
    void shouldTellWhatIsMissing() {
        storeMessages(0, 6);
        storeMessages(1, 4);
        storeStates(0);
        rows.state("1", true, 0);

        var result = rows.result();

        assertThat(result.total().missing()).isEqualTo(2 + 3);
        assertThat(result.sentences()).containsExactly("publisher 1: message 4 missing; messages 2, 3 incomplete");
    }

    @Test
    void shouldTellDuplicatesAndStrangers() {
        storeMessages(0, 1);
        store(0, 0, 1);
        rows.state("0", true, 0);
        rows.state("0", true, 0);
        store(0, 1, 0); // not changed
        store(0, 9, 0); // never sent
        rows.metric("0", "Outputs/1", micros(0) / 1_000, 1L);
        rows.state("0", false, 2);
        rows.state("7", true, 0);
        store(7, 0, 0);

        var total = rows.result().total();

        assertThat(total.duplicated()).isEqualTo(2);
        assertThat(total.unknown()).isEqualTo(6);
    }

    @Test
    void shouldTellWrongValues() {
        storeMessages(0, 6);
        storeMessages(1, 4);
        storeStates(0);
        storeStates(1);
        store(1, 4, PLAN.metric(4, 0), 1.5);
        store(1, 4, PLAN.metric(4, 1), 2.5);

        var result = rows.result();

        assertThat(result.total().missing()).isEqualTo(2);
        assertThat(result.sentences())
                .contains(
                        "2 rows with a wrong value",
                        "publisher 1: message 4, Inputs/0 is 1.5 instead of " + MetricType.value(1, 4, 0));
    }
}
