package io.github.hivemqtdengine.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenarioArgumentsTest {

    @ParameterizedTest
    @CsvSource({"c1,, 31", "arrays,, 5", "arrays, 2, 2"})
    void shouldRaiseTheNumberOfRoundsUnlessItIsGiven(String name, String rounds, int expected) throws Exception {
        var arguments = new ScenarioArguments();
        arguments.rounds = rounds;

        var raised = arguments.withLeastRounds(arguments.named(List.of(name)), 5);

        assertThat(raised.get(0).comparison().rounds()).isEqualTo(expected);
    }
}
