// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.result;

import io.github.hivemqtdengine.loadtest.measure.LatencyHistogram;
import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.measure.RowTally;
import io.github.hivemqtdengine.loadtest.measure.SentLog;
import io.github.hivemqtdengine.loadtest.scenario.ClientGroup;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Figures of a group of clients in a round.
 *
 * @param name name of the group in the scenario
 * @param sent messages that its publishers have sent
 * @param deliveriesExpected deliveries due to its subscribers
 * @param deliveriesLost deliveries that never arrived
 * @param deliveriesDuplicated repeated deliveries
 * @param latencyP50Ms median latency of the deliveries to its subscribers in milliseconds, ramp-up and ramp-down
 *     included; {@code null} without any
 * @param latencyP99Ms 99th percentile of it
 * @param rowsExpected rows due for the messages and last wills of its publishers; {@code null} if rows were not
 *     attributed to messages
 * @param rowsMissing expected rows that are not stored; {@code null} if unknown
 * @param rowsDuplicated repeated rows; {@code null} if unknown
 */
public record GroupFigures(
        String name,
        long sent,
        long deliveriesExpected,
        long deliveriesLost,
        long deliveriesDuplicated,
        @Nullable Double latencyP50Ms,
        @Nullable Double latencyP99Ms,
        @Nullable Long rowsExpected,
        @Nullable Long rowsMissing,
        @Nullable Long rowsDuplicated) {

    /**
     * Returns the figures of all groups; an empty list for a plan without groups.
     *
     * @param rows rows by publisher, of the publishers whose rows were attributed to messages
     */
    static List<GroupFigures> of(LoadPlan plan, LoadResult load, Map<Integer, RowTally> rows) {
        var all = new ArrayList<GroupFigures>();
        for (int i = 0; i < plan.groups().size(); i++) {
            var group = plan.groups().get(i);
            if (!group.name().isEmpty()) {
                all.add(of(group, load, load.deliveries().byGroup().get(i), rows));
            }
        }
        return all;
    }

    private static GroupFigures of(
            ClientGroup group, LoadResult load, LoadResult.Deliveries.OfGroup deliveries, Map<Integer, RowTally> rows) {
        var sent = load.sent().stream()
                .filter(log -> group.publishers().has(log.publisher()))
                .toList();
        var ofGroup = sent.stream()
                .map(log -> rows.get(log.publisher()))
                .filter(Objects::nonNull)
                .toList();
        return new GroupFigures(
                group.name(),
                sent.stream().mapToLong(SentLog::size).sum(),
                deliveries.expected(),
                deliveries.lost(),
                deliveries.duplicated(),
                percentile(deliveries.latency(), 50),
                percentile(deliveries.latency(), 99),
                sum(ofGroup, RowTally::expected),
                sum(ofGroup, RowTally::missing),
                sum(ofGroup, RowTally::duplicated));
    }

    private static @Nullable Double percentile(LatencyHistogram latency, double percentile) {
        return latency.count() == 0 ? null : latency.percentileMillis(percentile);
    }

    private static @Nullable Long sum(List<RowTally> rows, ToLongFunction<RowTally> count) {
        return rows.isEmpty() ? null : rows.stream().mapToLong(count).sum();
    }
}
