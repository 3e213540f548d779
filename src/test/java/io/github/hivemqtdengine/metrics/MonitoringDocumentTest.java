package io.github.hivemqtdengine.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.pipeline.account.DeadLetter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the documented metrics and dead letters with the code. */
class MonitoringDocumentTest {

    private static final Pattern FIRST_CELL = Pattern.compile("(?m)^\\| `([a-z_.-]+)` \\|");

    @ParameterizedTest
    @ValueSource(strings = {"docs/monitoring.md", "docs/monitoring.zh-CN.md"})
    void shouldListEveryMetricAndEveryReason(String document) throws IOException {
        assertThat(namesIn(document))
                .containsExactlyInAnyOrderElementsOf(Stream.concat(RegisteredMetrics.names().stream(), reasons())
                        .toList());
    }

    private static List<String> namesIn(String document) throws IOException {
        return FIRST_CELL
                .matcher(Files.readString(Path.of(document)))
                .results()
                .map((MatchResult row) -> row.group(1))
                .toList();
    }

    private static Stream<String> reasons() {
        return Arrays.stream(DeadLetter.Reason.values())
                .map(reason -> reason.name().toLowerCase(Locale.ROOT));
    }
}
