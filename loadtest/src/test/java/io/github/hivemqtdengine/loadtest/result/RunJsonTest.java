// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.measure.LatencyHistogram.Percentile;
import io.github.hivemqtdengine.loadtest.measure.UsageSample;
import io.github.hivemqtdengine.loadtest.result.Round.FaultMark;
import io.github.hivemqtdengine.loadtest.result.Round.Second;
import io.github.hivemqtdengine.loadtest.scenario.Contenders;
import io.github.hivemqtdengine.loadtest.scenario.PublishedFigure;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunJsonTest {

    private static final JsonMapper JSON = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .addModule(new JavaTimeModule())
            .build();

    @Test
    void shouldSurviveJson() throws IOException {
        assertThat(JSON.readValue(JSON.writeValueAsString(run()), Run.class)).isEqualTo(run());
    }

    @Test
    void shouldWriteFiguresAndModesAsWordsAndNothingThatIsComputed() throws IOException {
        var json = JSON.readTree(JSON.writeValueAsString(run()));
        assertThat(json.fieldNames()).toIterable().containsExactly("environment", "smoke", "scenarios");
        var scenario = json.get("scenarios").get(0);
        assertThat(scenario.has("failed")).isFalse();
        var round = scenario.get("rounds").get(0);
        assertThat(round.get("mode").asText()).isEqualTo("do-nothing");
        assertThat(round.get("figures").get("latency-p99-ms").asDouble()).isEqualTo(1.5);
        assertThat(scenario.get("published").get(0).get("figure").asText()).isEqualTo("latency-average-ms");
        assertThat(scenario.get("verdicts").get(0).get("figure").asText()).isEqualTo("rows-missing");
        assertThat(scenario.get("skipped").isNull()).isTrue();
    }

    @Test
    void shouldBeReadableWithFieldsOfAnotherVersion() throws IOException {
        var text = JSON.writeValueAsString(run())
                .replace("{\"mode\":", "{\"weather\":{\"rain\":[1]},\"mode\":")
                .replace("{\"threshold\":", "{\"margin\":1,\"threshold\":")
                .replace("{\"sent\":", "{\"read\":1,\"sent\":");
        var tolerant = JSON.rebuild()
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .build();
        assertThat(text).contains("weather", "margin", "read");
        assertThat(tolerant.readValue(text, Run.class)).isEqualTo(run());
    }

    private static Run run() {
        var round = new Round(
                Contenders.DO_NOTHING,
                1,
                Instant.parse("2026-01-02T03:04:05.123456Z"),
                Map.of(Figure.LATENCY_P99_MS, 1.5, Figure.ROWS_MISSING, 0.0),
                List.of(new Second(1, 2, 3, 0.5, 0.75, 1, 0.6, null)),
                List.of(new Percentile(50, 0.5), new Percentile(100, 1)),
                List.of(),
                List.of(new FaultMark("database stopped", 1.5, 3)),
                List.of(),
                List.of("publisher 3: message 17 missing"),
                List.of(new UsageSample(1.0, 0.5, null, 0.25, 300.5, null, 100.0)),
                List.of(new GroupFigures("sensors", 7, 3, 1, 0, 0.5, 1.0, 7L, null, null)));
        var scenario = new ScenarioResult(
                "c1",
                "one publisher",
                "what it shows",
                Map.of("num_messages", "1000"),
                List.of(
                        new PublishedFigure(Figure.LATENCY_AVERAGE_MS, 3_016.71, "the report of 2020"),
                        new PublishedFigure(
                                Figure.ROWS_PER_SECOND,
                                1.11,
                                "elsewhere",
                                Contenders.EXTENSION,
                                Contenders.DO_NOTHING)),
                List.of(round),
                List.of(
                        new Verdict("rows-missing extension = 0", Figure.ROWS_MISSING, 0.0, 0.0, 0.0, true),
                        new Verdict("commit-p99-ms extension <= 1", Figure.COMMIT_P99_MS, null, null, null, false)),
                Optional.empty(),
                Optional.empty(),
                true);
        var environment = new Environment(
                Instant.parse("2026-01-02T03:04:00Z"),
                "./loadtest/run c1",
                "a processor",
                2,
                4_096,
                "Linux",
                "17",
                "0.1 0.2 0.3",
                "0.1.0",
                "1.0.0",
                "HiveMQ CE",
                "TDengine");
        return new Run(environment, true, List.of(scenario));
    }
}
