// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.loadtest.scenario.Mode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultRunTest {

    @ParameterizedTest
    @CsvSource({
        "CONTROL, 0",
        "BARE, 2",
        "DO_NOTHING, 2",
        "OUTAGE, 2",
        "SLOW, 3",
        "EXTENSION, 3",
    })
    void shouldPlanWhatAModeCanSuffer(Mode mode, int faults, @TempDir Path folder) throws Exception {
        var lines = "exec_time = 60\nx.faults = 1 s stop for 1 s; 3 s kill-broker; 5 s disconnect-all\n";
        var scenario = ScenarioFiles.scenario(folder, "a", lines);

        assertThat(FaultRun.planned(scenario, mode))
                .hasSize(faults)
                .allMatch(fault -> fault.kind().isOfTheBroker() || mode.stores());
    }

    @Test
    void shouldAcceptWhatHappenedAsItShould() {
        assertThatCode(() -> FaultRun.verify(2, 2, List.of())).doesNotThrowAnyException();
    }

    @Test
    void shouldRefuseARoundThatWasOverBeforeItsFault() {
        assertThatThrownBy(() -> FaultRun.verify(1, 0, List.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("over before");
    }

    @Test
    void shouldRefuseARoundWhoseFaultCouldNotBeDone() {
        assertThatThrownBy(() -> FaultRun.verify(1, 1, List.of("database stopped failed: no such process")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no such process");
    }
}
