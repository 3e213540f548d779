// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.payload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.UnknownFieldSet;
import io.github.hivemqtdengine.loadtest.scenario.EdgeNodePlan;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Sparkplug messages, read without the classes that write them. */
class EdgeNodeFormatTest {

    private static final long NOW = 1_763_000_000_123_456L;
    private static final EdgeNodePlan PLAN = new EdgeNodePlan(7, 3, 300);

    private final EdgeNodeFormat format = new EdgeNodeFormat(PLAN);

    private UnknownFieldSet message(int number) throws Exception {
        return UnknownFieldSet.parseFrom(format.source(5).payload(number, NOW));
    }

    private static List<UnknownFieldSet> metrics(UnknownFieldSet payload) throws Exception {
        var metrics = new ArrayList<UnknownFieldSet>();
        for (var bytes : payload.getField(2).getLengthDelimitedList()) {
            metrics.add(UnknownFieldSet.parseFrom(bytes));
        }
        return metrics;
    }

    private static long number(UnknownFieldSet of, int field) {
        return of.getField(field).getVarintList().get(0);
    }

    private static String text(UnknownFieldSet of, int field) {
        return of.getField(field).getLengthDelimitedList().get(0).toString(UTF_8);
    }

    @Test
    void shouldDeclareEveryMetricInABirth() throws Exception {
        var birth = message(300);

        assertThat(number(birth, 1)).isEqualTo(NOW / 1_000);
        assertThat(number(birth, 3)).isZero();
        var metrics = metrics(birth);
        assertThat(metrics)
                .extracting(metric -> text(metric, 1))
                .startsWith("bdSeq", "Node Control/Rebirth", "Inputs/0");
        assertThat(number(metrics.get(0), 11)).isOne();
        var inputs = metrics.subList(2, metrics.size());
        assertThat(inputs).extracting(metric -> number(metric, 2)).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L);
        assertThat(inputs).extracting(metric -> number(metric, 4)).containsExactly(10L, 3L, 4L, 11L, 12L, 10L, 3L);
        assertThat(inputs).allSatisfy(metric -> assertThat(number(metric, 3)).isEqualTo(NOW / 1_000));
        long int32 = (Long) MetricType.value(5, 300, 1);
        assertThat(int32).isNegative();
        assertThat((int) number(inputs.get(1), 10)).isEqualTo((int) int32);
        assertThat(number(inputs.get(2), 11)).isEqualTo(MetricType.value(5, 300, 2));
        assertThat(text(inputs.get(4), 15)).isEqualTo(MetricType.value(5, 300, 4));
        assertThat(Double.longBitsToDouble(
                        inputs.get(0).getField(13).getFixed64List().get(0)))
                .isEqualTo(MetricType.value(5, 300, 0));
    }

    @Test
    void shouldSendWhatHasChangedByItsAliasOnly() throws Exception {
        for (int number = 1; number < 8; number++) {
            var metrics = metrics(message(number));

            assertThat(metrics).hasSize(3).allSatisfy(metric -> {
                assertThat(metric.hasField(1)).isFalse();
                assertThat(metric.hasField(4)).isFalse();
            });
            int message = number;
            Set<Long> changed = IntStream.range(0, 7)
                    .filter(metric -> PLAN.has(message, metric))
                    .mapToObj(metric -> (long) metric)
                    .collect(Collectors.toSet());
            assertThat(metrics).extracting(metric -> number(metric, 2)).containsExactlyInAnyOrderElementsOf(changed);
        }
    }

    @Test
    void shouldCountTheMessagesOfASession() throws Exception {
        assertThat(List.of(
                        number(message(1), 3),
                        number(message(255), 3),
                        number(message(256), 3),
                        number(message(299), 3),
                        number(message(300), 3),
                        number(message(301), 3)))
                .containsExactly(1L, 255L, 0L, 43L, 0L, 1L);
    }

    @Test
    void shouldNameTheSessionInADeath() throws Exception {
        var death = UnknownFieldSet.parseFrom(EdgeNodeFormat.death(4, NOW));

        assertThat(death.hasField(3)).isFalse();
        assertThat(metrics(death)).singleElement().satisfies(metric -> {
            assertThat(text(metric, 1)).isEqualTo("bdSeq");
            assertThat(number(metric, 11)).isEqualTo(4);
        });
    }

    @Test
    void shouldFindAMetricByItsName() {
        assertThat(List.of("Inputs/6", "Inputs/x", "bdSeq"))
                .extracting(EdgeNodeFormat::metric)
                .containsExactly(6, -1, -1);
    }

    @Test
    void shouldHaveNoStamp() {
        var stamp = new Stamp();

        format.stamps().read(ByteBuffer.wrap(format.source(5).payload(1, NOW)), stamp);

        assertThat(format.isNumbered()).isFalse();
        assertThat(stamp.isNumbered()).isFalse();
        assertThat(stamp.isTimed()).isFalse();
    }
}
