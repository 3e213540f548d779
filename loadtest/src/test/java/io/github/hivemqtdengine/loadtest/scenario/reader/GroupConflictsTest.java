// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupConflictsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a.x.payload = json; b.num_messages = 3 | 1 | needs an x.topic beside it",
                "a.num_messages = 3; b.payload = 12 | 2 | needs an x.topic beside it",
                "a.topic = t; b.topic = t; b.x.payload = json | 2 | has topics of group a",
                "a.x.topic = t/{client}; b.topic = t/7; b.x.payload = json | 2 | has topics of group a",
                "a.x.topic = t/{client}; b.num_messages = 3; a.topic = t; b.topic = t/7; b.payload = 9 | 4 | has topics",
                "a.topic = u; b.x.will = u; b.x.payload = json | 2 | has topics of group a",
                "a.x.will = u/{client}; b.x.topic = u/{client}; b.x.payload = json | 1 | has topics of group b",
            })
    void shouldRefuseTopicsOfPayloadsOfAnotherKind(String lines, int line, String rule) {
        var text = "x.group." + lines.replace("; ", "\nx.group.") + "\n";

        assertThat(ScenarioText.problems(text))
                .singleElement()
                .satisfies(problem -> assertThat(problem.rule()).contains(rule))
                .satisfies(problem -> assertThat(problem.line()).isEqualTo(line));
    }

    @Test
    void shouldRefuseASingleRecordInTheTableOfArrays() {
        var text = """
                x.payload = json
                x.group.a.x.topic = plant/a{client}/meter/0
                x.group.a.x.records = 2
                x.group.b.x.topic = plant/b{client}/meter/0
                """;

        assertThat(ScenarioText.problems(text))
                .singleElement()
                .satisfies(problem -> assertThat(problem.line()).isEqualTo(3));
    }
}
