// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner.rows;

import io.github.hivemqtdengine.loadtest.measure.MessageRows;
import io.github.hivemqtdengine.loadtest.measure.Reconciled;
import io.github.hivemqtdengine.loadtest.measure.Reconciliation;
import io.github.hivemqtdengine.loadtest.measure.SentLog;
import io.github.hivemqtdengine.loadtest.mqtt.payload.EdgeNodeFormat;
import io.github.hivemqtdengine.loadtest.mqtt.payload.MetricType;
import io.github.hivemqtdengine.loadtest.scenario.EdgeNodePlan;
import io.github.hivemqtdengine.loadtest.stack.rows.SparkplugRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Rows of edge nodes, compared with the messages sent. A message has a row for each of its metrics, found by its time
 * and compared by its value. An NBIRTH also has one for the node that is online, and the last message of a session one
 * for the node that is offline.
 */
final class EdgeNodeRows implements SparkplugRows.Sink {

    private static final int MOST_WRONG = 5;
    private static final long MICROS_PER_MILLI = 1_000;

    private final EdgeNodePlan plan;
    private final Map<Integer, SentLog> sent;
    private final Reconciliation rows;
    private final List<String> wrong = new ArrayList<>();
    private long wrongValues;

    EdgeNodeRows(EdgeNodePlan plan, List<SentLog> sent) {
        this.plan = plan;
        this.sent = sent.stream().collect(Collectors.toMap(SentLog::publisher, Function.identity()));
        this.rows = new Reconciliation(sent, new Expected(plan), false);
    }

    /** Returns the number of rows of metrics, without those of states. */
    static long metrics(EdgeNodePlan plan, List<SentLog> sent) {
        long rows = 0;
        for (var log : sent) {
            for (int message = 0; message < log.size(); message++) {
                rows += plan.size(message);
            }
        }
        return rows;
    }

    private record Expected(EdgeNodePlan plan) implements MessageRows {

        @Override
        public int most() {
            return plan.mostRows();
        }

        @Override
        public int of(SentLog log, int message) {
            return plan.size(message) + (plan.isBirth(message) ? 1 : 0) + (isLast(plan, log, message) ? 1 : 0);
        }
    }

    private static boolean isLast(EdgeNodePlan plan, SentLog log, int message) {
        return message == log.size() - 1 || plan.isBirth(message + 1);
    }

    @Override
    public void metric(String node, String metric, long millis, Object value) {
        int publisher = Integer.parseInt(node);
        int number = EdgeNodeFormat.metric(metric);
        int message = message(sent.get(publisher), millis);
        if (message < 0 || number < 0 || number >= plan.metrics() || !plan.has(message, number)) {
            rows.row(publisher, -1, 0);
            return;
        }
        var expected = MetricType.value(publisher, message, number);
        if (expected.equals(value)) {
            rows.row(publisher, message, number);
        } else {
            wrongValues++;
            if (wrong.size() < MOST_WRONG) {
                wrong.add("publisher " + publisher + ": message " + message + ", " + metric + " is " + value
                        + " instead of " + expected);
            }
        }
    }

    /** Returns the message of a time, or -1. The times of a node ascend. */
    private static int message(@Nullable SentLog log, long millis) {
        if (log == null) {
            return -1;
        }
        int low = 0;
        int high = log.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            long its = log.sentMicros(middle) / MICROS_PER_MILLI;
            if (its == millis) {
                return middle;
            }
            if (its < millis) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    @Override
    public void state(String node, boolean online, long bdSeq) {
        int publisher = Integer.parseInt(node);
        var log = sent.get(publisher);
        int first = bdSeq < 0 ? -1 : plan.firstMessage((int) bdSeq);
        if (log == null || first < 0 || first >= log.size() || plan.session(first) != bdSeq) {
            rows.row(publisher, -1, 0);
        } else if (online) {
            rows.row(publisher, first, plan.metrics());
        } else {
            int message = first;
            while (!isLast(plan, log, message)) {
                message++;
            }
            rows.row(publisher, message, plan.metrics() + 1);
        }
    }

    /** Returns the number of stored rows of a message's metrics. */
    int storedMetrics(int publisher, int message) {
        return Math.min(plan.size(message), rows.storedRows(publisher, message));
    }

    Reconciled result() {
        var result = rows.result();
        var sentences = new ArrayList<>(result.sentences());
        if (wrongValues > 0) {
            sentences.add(wrongValues + (wrongValues == 1 ? " row" : " rows") + " with a wrong value");
            sentences.addAll(wrong);
        }
        return new Reconciled(result.total(), result.byPublisher(), sentences);
    }
}
