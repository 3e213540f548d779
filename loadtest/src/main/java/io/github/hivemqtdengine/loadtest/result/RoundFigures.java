// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.result;

import io.github.hivemqtdengine.loadtest.measure.AgentFigures;
import io.github.hivemqtdengine.loadtest.measure.CommitLatency;
import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.measure.LatencyHistogram;
import io.github.hivemqtdengine.loadtest.measure.LatencyHistogram.Percentile;
import io.github.hivemqtdengine.loadtest.measure.LatencySeries;
import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.measure.MqttloaderReport;
import io.github.hivemqtdengine.loadtest.measure.Reconciled;
import io.github.hivemqtdengine.loadtest.measure.RowTally;
import io.github.hivemqtdengine.loadtest.measure.UsageSample;
import io.github.hivemqtdengine.loadtest.result.Round.FaultMark;
import io.github.hivemqtdengine.loadtest.result.Round.Second;
import io.github.hivemqtdengine.loadtest.scenario.ClientGroup;
import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builder that collects the measurements of a round into a {@link Round}:
 * <pre>{@code
 * new RoundFigures(plan, load)
 *         .reconciled(reconciliation.result())
 *         .committed(commitLatency)
 *         .round(contender, number, faults, notes);
 * }</pre>
 *
 * <p>Throughput and latency exclude ramp-up and ramp-down, as in mqttloader. Counts and rates of messages, deliveries
 * and rows cover the whole run.
 */
public final class RoundFigures {

    private static final double MICROS_PER_SECOND = 1_000_000;
    private static final double MILLIS_PER_SECOND = 1_000;
    private static final double NANOS_PER_SECOND = 1e9;

    private final LoadPlan plan;
    private final LoadResult load;
    private final LatencyHistogram latency;
    private final Map<Figure, Double> figures = new EnumMap<>(Figure.class);
    private final List<String> notes = new ArrayList<>();
    private List<UsageSample> usage = List.of();
    private final List<AgentFigures> agents = new ArrayList<>();
    private Map<Integer, RowTally> rowsByPublisher = Map.of();
    private @Nullable CommitLatency commit;

    /** Starts with the measurements of the clients. */
    public RoundFigures(LoadPlan plan, LoadResult load) {
        this.plan = plan;
        this.load = load;
        var report = MqttloaderReport.of(load, plan.rampUp(), plan.rampDown());
        this.latency = report.latency();
        notes.addAll(load.failures());
        putPublishers(report);
        putSubscribers(report);
        putConnections();
        putCalls();
        putLateness();
    }

    private void putLateness() {
        var lateness = load.lateness();
        if (lateness.busiestLoop() > 0) {
            put(Figure.LOADER_LOOP_CPU_PERCENT, 100 * lateness.busiestLoop());
        }
        if (lateness.sends().count() > 0) {
            put(Figure.LOADER_SEND_LATE_P99_MS, lateness.sends().percentileMillis(99));
            put(Figure.LOADER_SEND_LATE_MAXIMUM_MS, lateness.sends().maximumMillis());
        }
        if (lateness.reads().count() > 0) {
            put(Figure.LOADER_READ_LATE_P99_MS, lateness.reads().percentileMillis(99));
            put(Figure.LOADER_READ_LATE_MAXIMUM_MS, lateness.reads().maximumMillis());
        }
    }

    private void putPublishers(MqttloaderReport report) {
        putUnsent();
        if (load.sentCount() == 0) {
            return;
        }
        put(Figure.SENT, load.sentCount());
        putRate(Figure.PUBLISHED_PER_SECOND, load.sentCount(), load.endOfSendingMicros());
        put(Figure.PUBLISHER_MAXIMUM_THROUGHPUT, report.publishers().maximum());
        put(Figure.PUBLISHER_AVERAGE_THROUGHPUT, report.publishers().average());
        if (plan.groups().stream().anyMatch(group -> group.publishers().qos() > 0)) {
            put(Figure.UNACKNOWLEDGED, unacknowledged());
        }
        if (load.acknowledgements().count() > 0) {
            put(Figure.ACKNOWLEDGEMENT_P50_MS, load.acknowledgements().percentileMillis(50));
            put(Figure.ACKNOWLEDGEMENT_P99_MS, load.acknowledgements().percentileMillis(99));
            put(Figure.ACKNOWLEDGEMENT_MAXIMUM_MS, load.acknowledgements().maximumMillis());
        }
    }

    private long unacknowledged() {
        return plan.groups().stream()
                .map(ClientGroup::publishers)
                .filter(publishers -> publishers.qos() > 0)
                .flatMap(publishers -> load.sent().stream().filter(log -> publishers.has(log.publisher())))
                .mapToLong(log -> log.size() - log.acknowledgedCount())
                .sum();
    }

    /** In an open loop, the last message may be due at the end of the run, so one unsent message of a group is ignored. */
    private void putUnsent() {
        long unsent = plan.planned() - load.sentCount();
        if (plan.publishers() > 0) {
            put(Figure.UNSENT, unsent > plan.groups().size() || load.sentCount() == 0 ? Math.max(0, unsent) : 0);
        }
        if (unsent > plan.groups().size()) {
            notes.add(load.sentCount() + " of " + plan.planned()
                    + " messages were sent: exec_time was over, or publishers were lost");
        }
    }

    private void putSubscribers(MqttloaderReport report) {
        if (plan.subscribers() == 0) {
            return;
        }
        var deliveries = load.deliveries();
        put(Figure.DELIVERIES, deliveries.received());
        put(Figure.DELIVERIES_LOST, deliveries.lost());
        put(Figure.DELIVERIES_UNDER_WAY, deliveries.underWay());
        put(Figure.DELIVERIES_DUPLICATED, deliveries.duplicated());
        put(Figure.SUBSCRIBER_MAXIMUM_THROUGHPUT, report.subscribers().maximum());
        put(Figure.SUBSCRIBER_AVERAGE_THROUGHPUT, report.subscribers().average());
        putRate(Figure.DELIVERIES_PER_SECOND, deliveries.received(), deliveries.lastMicros());
        if (latency.count() > 0) {
            put(Figure.LATENCY_AVERAGE_MS, latency.averageMillis());
            put(Figure.LATENCY_P50_MS, latency.percentileMillis(50));
            put(Figure.LATENCY_P90_MS, latency.percentileMillis(90));
            put(Figure.LATENCY_P99_MS, latency.percentileMillis(99));
            put(Figure.LATENCY_P999_MS, latency.percentileMillis(99.9));
            put(Figure.LATENCY_MAXIMUM_MS, latency.maximumMillis());
            put(Figure.LATENCY_NEGATIVE, latency.negative());
        }
    }

    private void putConnections() {
        var connections = load.connections();
        if (connections.connected() == 0) {
            return;
        }
        put(Figure.CONNECTIONS, connections.connected());
        put(Figure.CONNECTIONS_LOST, connections.lost());
        put(Figure.CONNECTIONS_REFUSED, Math.max(0, plan.connections() - connections.connected()));
        if (plan.crowd().stormSize() > 0 || plan.clients().reconnect() || plan.churns()) {
            put(Figure.RECONNECTS, connections.reconnects());
        }
        if (connections.awaySeconds() > 0) {
            put(Figure.RECONNECT_ALL_MS, connections.awaySeconds() * MILLIS_PER_SECOND);
        }
        if (connections.connectSeconds() > 0) {
            put(Figure.CONNECTS_PER_SECOND, connections.connected() / connections.connectSeconds());
        }
    }

    private void putCalls() {
        if (plan.calls().isEmpty()) {
            return;
        }
        var answered = load.calls().answered();
        put(Figure.CALLS_ANSWERED, answered.count());
        put(Figure.CALLS_UNANSWERED, load.calls().unanswered());
        if (answered.count() > 0) {
            put(Figure.CALL_AVERAGE_MS, answered.averageMillis());
            put(Figure.CALL_P99_MS, answered.percentileMillis(99));
        }
    }

    /** Adds the result of the reconciliation. */
    public RoundFigures reconciled(Reconciled reconciled) {
        var rows = reconciled.total();
        notes.addAll(reconciled.sentences());
        rowsByPublisher = reconciled.byPublisher();
        put(Figure.ROWS_EXPECTED, rows.expected());
        put(Figure.ROWS_STORED, rows.stored());
        put(Figure.ROWS_MISSING, rows.missing());
        put(Figure.ROWS_DUPLICATED, rows.duplicated());
        if (reconciled.tellsMessages()) {
            put(Figure.ROWS_OVERWRITTEN, rows.overwritten());
            put(Figure.ROWS_LOST, rows.lost());
            put(Figure.ROWS_LATE, rows.late());
        }
        return this;
    }

    /** Adds the commit latency. */
    public RoundFigures committed(CommitLatency committed) {
        commit = committed;
        put(Figure.ROWS_PER_SECOND, committed.averagePerSecond());
        figures.merge(Figure.LATENCY_NEGATIVE, (double) committed.latency().negative(), Double::sum);
        if (committed.latency().count() > 0) {
            put(Figure.COMMIT_AVERAGE_MS, committed.latency().averageMillis());
            put(Figure.COMMIT_P50_MS, committed.latency().percentileMillis(50));
            put(Figure.COMMIT_P90_MS, committed.latency().percentileMillis(90));
            put(Figure.COMMIT_P99_MS, committed.latency().percentileMillis(99));
            put(Figure.COMMIT_MAXIMUM_MS, committed.latency().maximumMillis());
        }
        return this;
    }

    /**
     * Adds the CPU time that a process used in the round, in microseconds per message sent. Requests and answers of
     * calls count as messages. Adds nothing without messages.
     */
    public RoundFigures cpu(Figure figure, Duration used) {
        long messages = load.messages();
        return messages == 0 ? this : put(figure, used.toNanos() / 1_000.0 / messages);
    }

    /** Adds CPU and memory over time. */
    public RoundFigures used(List<UsageSample> samples) {
        usage = List.copyOf(samples);
        return this;
    }

    /** Adds or replaces a metric. */
    public RoundFigures put(Figure figure, double value) {
        figures.put(figure, value);
        return this;
    }

    public RoundFigures put(Figure figure, long number) {
        return put(figure, (double) number);
    }

    /** Adds the agents that made the load, with their CPU time instead of that of this process, if all of them know it. */
    public RoundFigures agents(List<AgentFigures> added) {
        agents.addAll(added);
        if (!added.isEmpty()) {
            figures.remove(Figure.LOADER_CPU_US);
        }
        if (!added.isEmpty() && added.stream().allMatch(agent -> agent.cpuSeconds() > 0)) {
            double seconds =
                    added.stream().mapToDouble(AgentFigures::cpuSeconds).sum();
            cpu(Figure.LOADER_CPU_US, Duration.ofNanos(Math.round(seconds * NANOS_PER_SECOND)));
        }
        return this;
    }

    private void putRate(Figure figure, long events, long endMicros) {
        if (endMicros > load.startMicros()) {
            put(figure, events * MICROS_PER_SECOND / (endMicros - load.startMicros()));
        }
    }

    /** Returns the metrics so far, in the order of {@link Figure}. */
    public Map<Figure, Double> figures() {
        return Collections.unmodifiableMap(figures);
    }

    /**
     * Builds the round.
     *
     * @param contender mode or variant
     * @param number number of the contender's round, from 1
     * @param faults injected faults
     * @param moreNotes failures beside those of the clients and the rows
     */
    public Round round(Contender contender, int number, List<FaultMark> faults, List<String> moreNotes) {
        var allNotes = new ArrayList<>(notes);
        allNotes.addAll(moreNotes);
        return new Round(
                contender,
                number,
                Instant.EPOCH.plus(load.startMicros(), ChronoUnit.MICROS),
                new EnumMap<>(figures),
                timeline(),
                curve(latency),
                commit == null ? List.of() : curve(commit.latency()),
                faults,
                agents,
                allNotes,
                usage,
                GroupFigures.of(plan, load, rowsByPublisher));
    }

    private static List<Percentile> curve(LatencyHistogram histogram) {
        return histogram.count() == 0 ? List.of() : histogram.curve();
    }

    private List<Second> timeline() {
        var sent = load.sentPerSecond().counts();
        var delivered = load.deliveries().perSecond().counts();
        List<Long> stored = commit == null ? List.of() : commit.rowsPerSecond().counts();
        int seconds = Math.max(Math.max(sent.size(), delivered.size()), stored.size());
        int length = LatencySeries.lengthFor(seconds);
        var latencies = load.deliveries().latencyPerSecond().histograms(length).iterator();
        var timeline = new ArrayList<Second>();
        for (int second = 0; second < seconds; second += length) {
            var latency = latencies.hasNext() ? latencies.next() : new LatencyHistogram();
            timeline.add(new Second(
                    from(sent, second, length),
                    from(delivered, second, length),
                    from(stored, second, length),
                    latency.percentileMillis(50),
                    latency.percentileMillis(99),
                    latency.maximumMillis(),
                    latency.percentileMillis(90),
                    length == 1 ? null : length));
        }
        return timeline;
    }

    private static long from(List<Long> counts, int second, int length) {
        return counts.subList(Math.min(second, counts.size()), Math.min(second + length, counts.size())).stream()
                .mapToLong(count -> count)
                .sum();
    }
}
