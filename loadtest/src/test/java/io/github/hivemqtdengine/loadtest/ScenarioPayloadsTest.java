// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.mqtt.payload.PayloadFormat;
import io.github.hivemqtdengine.loadtest.scenario.reader.Scenarios;
import io.github.hivemqtdengine.loadtest.scenario.reader.Variation;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ScenarioPayloadsTest {

    private static final Path FOLDER = Path.of("scenarios");

    static List<String> names() throws Exception {
        return Scenarios.in(FOLDER).names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldSendAsManyRecordsAsThereShallBeRows(String name) throws Exception {
        var scenario = Scenarios.in(FOLDER).named(name, Variation.NONE);

        assertThat(scenario.load().groups()).allSatisfy(group -> {
            var publishers = group.publishers();
            var format =
                    PayloadFormat.of(publishers.payload(), publishers.topics().topics());
            assertThat(format.records()).isEqualTo(group.rows().perMessage());
            assertThat(format.isNumbered() || scenario.load().subscribers() == 0)
                    .isTrue();
        });
    }
}
