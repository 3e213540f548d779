// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.live;

import io.github.hivemqtdengine.loadtest.live.LiveRound.Title;
import io.prometheus.metrics.exporter.httpserver.HTTPServer;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** HTTP endpoint for Prometheus. Counters continue over the rounds of a scenario and mode. Thread-safe. */
final class MetricsEndpoint implements Live.Sink, MultiCollector {

    private static final double MILLIS_PER_SECOND = 1_000;
    private static final String TOTAL = "_total";

    private final Map<Labels, Counts> ended = new LinkedHashMap<>();
    private Optional<LiveFigures> current = Optional.empty();
    private Optional<HTTPServer> server = Optional.empty();

    MetricsEndpoint() {}

    /** @throws IOException if the address is in use */
    static MetricsEndpoint start(InetSocketAddress address) throws IOException {
        var endpoint = new MetricsEndpoint();
        var registry = new PrometheusRegistry();
        registry.register(endpoint);
        try {
            endpoint.server = Optional.of(HTTPServer.builder()
                    .inetAddress(address.getAddress())
                    .port(address.getPort())
                    .registry(registry)
                    .buildAndStart());
        } catch (IOException e) {
            throw new IOException(
                    "The metrics can't be served at " + address.getHostString() + ":" + address.getPort()
                            + ": use another --metrics-port",
                    e);
        }
        return endpoint;
    }

    /** Returns the port on which it listens. */
    int port() {
        return server.orElseThrow().getPort();
    }

    @Override
    public synchronized void show(LiveFigures figures) {
        current = Optional.of(figures);
    }

    @Override
    public synchronized void ended(LiveFigures figures) {
        ended.merge(labels(figures.round()), Counts.of(figures), Counts::plus);
        current = Optional.empty();
    }

    private static Labels labels(Title round) {
        return Labels.of("scenario", round.scenario(), "mode", round.mode());
    }

    @Override
    public synchronized MetricSnapshots collect() {
        var counts = new LinkedHashMap<>(ended);
        current.ifPresent(figures -> counts.merge(labels(figures.round()), Counts.of(figures), Counts::plus));
        var all = new ArrayList<MetricSnapshot>(List.of(
                counter("loadtest_messages_sent_total", "Messages sent.", counts, Counts::sent),
                counter(
                        "loadtest_messages_acknowledged_total",
                        "Messages acknowledged, above QoS 0.",
                        counts,
                        Counts::acked),
                counter(
                        "loadtest_messages_received_total",
                        "Messages delivered to subscribers.",
                        counts,
                        Counts::received),
                counter("loadtest_rows_stored_total", "Rows counted in the database.", counts, Counts::rows),
                counter(
                        "loadtest_connections_lost_total",
                        "Connections of publishers and subscribers lost.",
                        counts,
                        Counts::lost)));
        current.ifPresent(figures -> all.addAll(gauges(figures)));
        return new MetricSnapshots(all);
    }

    private static List<GaugeSnapshot> gauges(LiveFigures figures) {
        var gauges = new ArrayList<>(List.of(
                gauge(
                        "loadtest_round",
                        "Number of the round, 0 for warm-up.",
                        figures,
                        Math.max(0, figures.round().number())),
                gauge("loadtest_messages_unacknowledged", "Messages sent and not acknowledged.", figures, (double)
                        figures.unacknowledged())));
        if (figures.counts().recent().count() > 0) {
            gauges.add(gauge(
                    "loadtest_latency_p99_seconds",
                    "99th percentile of the latency from sending to the subscriber, of the last five seconds.",
                    figures,
                    figures.recentP99Millis() / MILLIS_PER_SECOND));
        }
        figures.left()
                .ifPresent(left -> gauges.add(gauge(
                        "loadtest_round_left_seconds", "Planned time until publishers have finished.", figures, (double)
                                left.toSeconds())));
        return gauges;
    }

    private static CounterSnapshot counter(
            String name, String help, Map<Labels, Counts> counts, ToDoubleFunction<Counts> value) {
        var counter = CounterSnapshot.builder()
                .name(name.substring(0, name.length() - TOTAL.length())) // the library adds it
                .help(help);
        counts.forEach((labels, each) -> counter.dataPoint(CounterSnapshot.CounterDataPointSnapshot.builder()
                .labels(labels)
                .value(value.applyAsDouble(each))
                .build()));
        return counter.build();
    }

    private static GaugeSnapshot gauge(String name, String help, LiveFigures figures, double value) {
        return GaugeSnapshot.builder()
                .name(name)
                .help(help)
                .dataPoint(GaugeSnapshot.GaugeDataPointSnapshot.builder()
                        .labels(labels(figures.round()))
                        .value(value)
                        .build())
                .build();
    }

    @Override
    public void close() {
        server.ifPresent(HTTPServer::close);
    }

    /** Counts of all rounds of a scenario and mode. */
    private record Counts(long sent, long acked, long received, long rows, long lost) {

        static Counts of(LiveFigures figures) {
            var counts = figures.counts();
            return new Counts(
                    counts.sent(),
                    counts.acknowledged(),
                    counts.received(),
                    figures.rows().orElse(0),
                    counts.lost());
        }

        Counts plus(Counts other) {
            return new Counts(
                    sent + other.sent,
                    acked + other.acked,
                    received + other.received,
                    rows + other.rows,
                    lost + other.lost);
        }
    }
}
