// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.scenario.Contender;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenarioArgumentsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "c5 |            | bare, do-nothing, extension, outage",
                "s3-slow-lane | | bare, do-nothing, by-topic, by-cost, by-topic-watched, by-topic-16, by-cost-16, by-topic-32, by-cost-32, outage",
                "s3-slow-lane | by-cost,by-topic | by-cost, by-topic",
            })
    void shouldLetVariantsStandForTheExtension(String name, String modes, String expected) throws Exception {
        var arguments = new ScenarioArguments();
        arguments.modes = modes;

        var compared = arguments.inAllModes(List.of(name)).get(0);

        assertThat(compared.comparison().contenders())
                .extracting(Contender::word)
                .containsExactly(expected.split(", "));
    }
}
