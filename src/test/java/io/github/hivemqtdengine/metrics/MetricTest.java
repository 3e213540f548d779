// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.Histogram;
import com.codahale.metrics.Timer;
import io.github.hivemqtdengine.extension.RegisteredMetrics;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The declared metrics are those that an extension registers. */
class MetricTest {

    private static final Pattern CODE = Pattern.compile("`[^`]+`");

    private static Stream<Metric> declared() {
        return Stream.concat(Arrays.stream(ExtensionMetric.values()), RouteCounters.ALL.stream());
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeRegistered(Metric.Type type) {
        var kind = switch (type) {
            case COUNTER -> Counter.class;
            case HISTOGRAM -> Histogram.class;
            case TIMER -> Timer.class;
            default -> Gauge.class;
        };
        var registered = RegisteredMetrics.registry("plant").getMetrics();

        assertThat(declared().filter(metric -> metric.meaning().type() == type))
                .isNotEmpty()
                .allSatisfy(
                        metric -> assertThat(registered.get(fullName(metric))).isInstanceOf(kind));
    }

    @Test
    void shouldDeclareWhateverIsRegistered() {
        var sums = RegisteredMetrics.registry("plant").getNames().stream()
                .filter(name -> name.startsWith(DropwizardMetrics.PREFIX + ".total."));

        assertThat(RegisteredMetrics.registry("plant").getNames())
                .containsExactlyInAnyOrderElementsOf(Stream.concat(declared().map(MetricTest::fullName), sums)
                        .toList());
    }

    private static String fullName(Metric metric) {
        return DropwizardMetrics.PREFIX + "." + metric.metric("plant");
    }

    @Test
    void shouldSayWhatItMeansInBothLanguages() {
        assertThat(declared().map(Metric::meaning)).allSatisfy(meaning -> {
            assertThat(meaning.english())
                    .isNotBlank()
                    .doesNotContainPattern("\\p{IsHan}")
                    .doesNotEndWith(".");
            assertThat(meaning.chinese()).isNotBlank().doesNotEndWith("。");
            assertThat(code(meaning.chinese())).isEqualTo(code(meaning.english()));
        });
    }

    private static List<String> code(String text) {
        return CODE.matcher(text).results().map(MatchResult::group).sorted().toList();
    }
}
