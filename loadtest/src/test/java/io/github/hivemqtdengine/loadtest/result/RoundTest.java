// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.Contenders;
import io.github.hivemqtdengine.loadtest.scenario.Mode;
import java.util.EnumMap;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoundTest {

    @ParameterizedTest
    @CsvSource({
        "LATENCY_P99_MS, 3, LOADER_SEND_LATE_P99_MS, 1, false",
        "LATENCY_P99_MS, 3, LOADER_SEND_LATE_P99_MS, 1.1, true",
        "LATENCY_P99_MS, 200, LOADER_READ_LATE_P99_MS, 20, false",
        "LATENCY_P99_MS, 200, LOADER_READ_LATE_P99_MS, 21, true",
        "ACKNOWLEDGEMENT_P99_MS, 200, LOADER_SEND_LATE_P99_MS, 20, false",
        "CONNECTIONS, 1000, LOADER_LOOP_CPU_PERCENT, 80, false",
        "CONNECTIONS, 1000, LOADER_LOOP_CPU_PERCENT, 81, true",
        "CONNECTIONS, 1000, LOADER_READ_LATE_MAXIMUM_MS, 5000, false"
    })
    void shouldTellWhetherTheLoaderWasTheLimit(Figure beside, double value, Figure figure, double found, boolean is) {
        var figures = new EnumMap<Figure, Double>(Figure.class);
        figures.put(beside, value);
        figures.put(figure, found);

        assertThat(Rounds.round(Contenders.EXTENSION, 1, figures).loaderLimits())
                .isEqualTo(is ? List.of(figure) : List.of());
        assertThat(Rounds.round(Contender.of(Mode.CONTROL), 1, figures).loaderLimits())
                .isEmpty();
    }
}
