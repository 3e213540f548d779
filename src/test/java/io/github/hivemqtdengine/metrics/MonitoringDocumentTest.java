package io.github.hivemqtdengine.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.Histogram;
import com.codahale.metrics.Metric;
import com.codahale.metrics.Timer;
import io.github.hivemqtdengine.extension.RegisteredMetrics;
import io.github.hivemqtdengine.message.DeadLetterReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the documented metrics and dead letters with the code. */
class MonitoringDocumentTest {

    private static final Map<String, Class<? extends Metric>> TYPES =
            Map.of("gauge", Gauge.class, "counter", Counter.class, "histogram", Histogram.class, "timer", Timer.class);

    @ParameterizedTest
    @ValueSource(strings = {"docs/monitoring.md", "docs/monitoring.zh-CN.md"})
    void shouldListEveryMetricAndEveryReason(String document) throws IOException {
        for (var type : TYPES.entrySet()) {
            assertThat(namesIn(document, type.getKey() + " \\|"))
                    .as(type.getKey())
                    .containsExactlyInAnyOrderElementsOf(RegisteredMetrics.names(type.getValue()));
        }
        assertThat(namesIn(document, "(?!(?:" + String.join("|", TYPES.keySet()) + ") \\|)"))
                .containsExactlyInAnyOrderElementsOf(reasons());
    }

    /** Returns the names in the first cells of the rows whose second cell begins like this. */
    private static List<String> namesIn(String document, String secondCell) throws IOException {
        return Pattern.compile("(?m)^\\| `([a-z_.-]+)` \\| " + secondCell)
                .matcher(Files.readString(Path.of(document)))
                .results()
                .map((MatchResult row) -> row.group(1))
                .toList();
    }

    private static List<String> reasons() {
        return Arrays.stream(DeadLetterReason.values())
                .map(reason -> reason.name().toLowerCase(Locale.ROOT))
                .toList();
    }
}
