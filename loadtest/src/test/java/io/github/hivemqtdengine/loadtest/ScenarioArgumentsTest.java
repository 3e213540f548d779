// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenarioArgumentsTest {

    private final ScenarioArguments arguments = new ScenarioArguments();

    @ParameterizedTest
    @CsvSource({"c1,, 31", "arrays,, 5", "arrays, 2, 2"})
    void shouldRaiseTheNumberOfRoundsUnlessItIsGiven(String name, String rounds, int expected) throws Exception {
        arguments.rounds = rounds;

        assertThat(roundsOf(name)).isEqualTo(expected);
    }

    @Test
    void shouldKeepTheNumberOfRoundsOfASetting() throws Exception {
        arguments.settings = Map.of("x.rounds", "2");

        assertThat(roundsOf("arrays")).isEqualTo(2);
    }

    @Test
    void shouldRaiseTheNumberOfRoundsOfAFile(@TempDir Path folder) throws Exception {
        var file = Files.writeString(folder.resolve("mine.conf"), "x.rounds = 1\nnum_messages = 7\n");

        assertThat(roundsOf(file.toString())).isEqualTo(5);
    }

    private int roundsOf(String name) throws Exception {
        var scenarios = arguments.named(List.of(name), 5);
        assertThat(scenarios).hasSize(1);
        return scenarios.get(0).comparison().rounds();
    }
}
