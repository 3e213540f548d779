// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.scenario.reader.InvalidScenarioException.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenariosTest {

    @TempDir
    private Path folder;

    @BeforeEach
    void writeFiles() throws Exception {
        ScenarioText.write(folder, "c10", "");
        ScenarioText.write(folder, "c2", "");
        ScenarioText.write(folder, "zoo", "x.order = 1");
        ScenarioText.write(folder, "burst", "");
        Files.writeString(folder.resolve("README.md"), "no scenario");
    }

    @Test
    void shouldListScenariosInTheOrderOfTheMenu() throws Exception {
        var scenarios = Scenarios.in(folder);

        assertThat(scenarios.all(Variation.NONE))
                .extracting(Scenario::name)
                .containsExactly("zoo", "burst", "c2", "c10");
        assertThat(scenarios.names()).containsExactly("burst", "c2", "c10", "zoo");
    }

    @Test
    void shouldFindAScenarioByItsNameOrFile() throws Exception {
        var elsewhere = ScenarioText.write(Files.createDirectory(folder.resolve("mine")), "own", "payload = 9");
        var scenarios = Scenarios.in(folder);

        assertThat(scenarios.named("c2", Variation.NONE).name()).isEqualTo("c2");
        assertThat(scenarios.named(elsewhere.toString(), Variation.NONE).name()).isEqualTo("own");
    }

    @Test
    void shouldSuggestTheNearestName() throws Exception {
        var scenarios = Scenarios.in(folder);

        assertThatThrownBy(() -> scenarios.named("brust", Variation.NONE))
                .isInstanceOf(InvalidScenarioException.class)
                .hasMessageEndingWith("did you mean burst?");
        assertThatThrownBy(() -> scenarios.named("something", Variation.NONE))
                .isInstanceOf(InvalidScenarioException.class)
                .hasMessageEndingWith("there are burst, c2, c10, zoo");
    }

    @Test
    void shouldReportTheProblemsOfAllFilesTogether() throws Exception {
        ScenarioText.write(folder, "bad", "payload = 1");
        ScenarioText.write(folder, "worse", "payload = 1\nexec_time = 0");
        var scenarios = Scenarios.in(folder);

        assertThatThrownBy(() -> scenarios.all(Variation.NONE))
                .isInstanceOfSatisfying(
                        InvalidScenarioException.class,
                        invalid -> assertThat(invalid.problems())
                                .extracting(Problem::source)
                                .containsExactlyInAnyOrder("bad.conf", "worse.conf", "worse.conf"));
    }
}
