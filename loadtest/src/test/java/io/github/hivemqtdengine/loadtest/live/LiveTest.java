// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.loadtest.live.LiveFigures.Rates;
import io.github.hivemqtdengine.loadtest.measure.LatencyHistogram;
import io.github.hivemqtdengine.loadtest.measure.LoadCounts;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class LiveTest {

    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final Pattern DRAWN = Pattern.compile("\\bloadtest_\\w+");
    private static final Pattern METRIC = Pattern.compile("(?m)^# TYPE (\\S+)");

    private final StringWriter printed = new StringWriter();

    private static LiveFigures figures(int second, boolean acknowledges, OptionalLong rows) {
        var latency = new LatencyHistogram();
        latency.add(3_200);
        return new LiveFigures(
                new LiveRound.Title("c3", "broker", 2, acknowledges, Duration.ofSeconds(60)),
                Duration.ofSeconds(second),
                Optional.of(Duration.ofSeconds(60L - second)),
                new LoadCounts(12_000, 11_997, 24_000, 1, latency),
                new Rates(1_000, 999, 2_000),
                rows);
    }

    @Test
    void shouldTellTheFiguresInALine() {
        assertThat(ConsoleLine.text(figures(12, true, OptionalLong.of(11_872))))
                .isEqualTo("   12 s  1,000 sent/s  999 acknowledged/s  2,000 received/s  11,872 rows  p99 3.2 ms"
                        + "  3 unacknowledged  1 lost connections  48 s left");
        assertThat(ConsoleLine.text(figures(12, false, OptionalLong.empty()))).doesNotContain("rows", "acknowledged");
    }

    @Test
    void shouldRewriteTheLineOfATerminalAndEraseIt() {
        var line = new ConsoleLine(new PrintWriter(printed), true);

        line.show(figures(1, true, OptionalLong.empty()));
        line.show(figures(2, true, OptionalLong.empty()));
        line.ended(figures(3, true, OptionalLong.empty()));

        assertThat(printed.toString()).contains("    1 s  ", "    2 s  ").doesNotContain("\n", "    3 s  ");
        assertThat(printed.toString()).endsWith("\r\u001b[?7l\u001b[K\u001b[?7h");
    }

    @Test
    void shouldPrintALineEveryTenSecondsElsewhere() {
        var line = new ConsoleLine(new PrintWriter(printed), false);

        for (int second = 1; second < 35; second++) {
            line.show(figures(second, true, OptionalLong.empty()));
        }
        line.ended(figures(35, true, OptionalLong.empty()));

        assertThat(printed.toString().lines().map(each -> each.substring(0, 7)))
                .containsExactly("   10 s", "   20 s", "   30 s");
        assertThat(printed.toString()).doesNotContain("\u001b");
    }

    private static String metrics(MetricsEndpoint endpoint) throws Exception {
        var address = URI.create("http://127.0.0.1:" + endpoint.port() + "/metrics");
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString())
                .body();
    }

    @Test
    void shouldServeMetricsThatContinueOverRounds() throws Exception {
        try (var endpoint = MetricsEndpoint.start(ANY_PORT)) {
            endpoint.ended(figures(60, true, OptionalLong.of(12_000)));
            endpoint.show(figures(12, true, OptionalLong.of(11_872)));
            var running = metrics(endpoint);
            endpoint.ended(figures(60, true, OptionalLong.of(12_000)));

            assertThat(running)
                    .contains(
                            "loadtest_messages_sent_total{mode=\"broker\",scenario=\"c3\"} 24000.0",
                            "loadtest_rows_stored_total{mode=\"broker\",scenario=\"c3\"} 23872.0",
                            "loadtest_messages_unacknowledged{mode=\"broker\",scenario=\"c3\"} 3.0",
                            "loadtest_latency_p99_seconds{mode=\"broker\",scenario=\"c3\"} 0.0032",
                            "loadtest_round_left_seconds{mode=\"broker\",scenario=\"c3\"} 48.0");
            assertThat(metrics(endpoint))
                    .contains("loadtest_rows_stored_total{mode=\"broker\",scenario=\"c3\"} 24000.0")
                    .doesNotContain("loadtest_latency_p99_seconds");
            for (var page : new String[] {"docs/loader.md", "docs/loader.zh-CN.md"}) {
                var text = Files.readString(Path.of(page));
                assertThat(METRIC.matcher(running).results().map(type -> "| `" + type.group(1) + "` | "))
                        .hasSize(9)
                        .allSatisfy(name -> assertThat(text).contains(name));
            }
            var dashboard = Files.readString(Path.of("monitoring/dashboard.json"));
            assertThat(DRAWN.matcher(dashboard).results().map(MatchResult::group))
                    .hasSizeGreaterThan(12)
                    .contains("loadtest_latency_p99_seconds")
                    .allSatisfy(name -> assertThat(running).contains("\n" + name + "{"));
        }
    }

    @Test
    void shouldScrapeThePortOfTheDocumentation() throws Exception {
        var job = Files.readString(Path.of("monitoring/prometheus.yml"));

        assertThat(Files.readString(Path.of("docs/loader.md"))).contains("`http://127.0.0.1:9400/metrics`");
        assertThat(job).contains("targets: [\"127.0.0.1:9400\"]", "scrape_interval: 2s");
    }

    @Test
    void shouldSayThatThePortOfMetricsIsInUse() throws Exception {
        try (var endpoint = MetricsEndpoint.start(ANY_PORT)) {
            var used = new InetSocketAddress(InetAddress.getLoopbackAddress(), endpoint.port());

            assertThatThrownBy(() -> MetricsEndpoint.start(used))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(":" + endpoint.port() + ": use another --metrics-port");
        }
    }

    @Test
    void shouldShowARunningRoundAboutOnceASecond() throws Exception {
        var shown = new CountDownLatch(1);
        var out = new PrintWriter(printed) {
            @Override
            public void flush() {
                shown.countDown();
            }
        };
        try (var live = new Live(List.of(new ConsoleLine(out, true)));
                var round = live.begin(new LiveRound.Title("c3", "broker", 1, true, Duration.ofHours(1)))) {
            round.rows(() -> OptionalLong.of(7));
            round.running(() -> new LoadCounts(5, 4, 3, 2, new LatencyHistogram()));

            shown.await();
        }
        assertThat(printed.toString()).contains("  7 rows", "  1 unacknowledged", "  2 lost connections");
    }
}
