// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.result.Environment;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessFiguresTest {

    @Test
    void shouldKnowNothingOfProcessesThatHaveEndedOrAreNone() throws Exception {
        var process = new ProcessBuilder("java", "-version").start();
        process.waitFor();

        for (var figures : List.of(
                ProcessFigures.of(List.of()),
                ProcessFigures.of(List.of(process.toHandle(), ProcessHandle.current())))) {
            assertThat(figures.cpu()).isEmpty();
            assertThat(figures.memoryBytes()).isEmpty();
            assertThat(figures.threads()).isEmpty();
        }
    }

    @Test
    void shouldNotCompareTheTimesOfDifferentProcesses() throws Exception {
        var before = ProcessFigures.of(List.of(ProcessHandle.current()));
        var other = new ProcessBuilder("/bin/sleep", "100").start();
        try {
            var now = ProcessFigures.of(List.of(ProcessHandle.current(), other.toHandle()));

            assertThat(now.cpu()).isPresent();
            assertThat(now.cpuSince(before)).isEmpty();
            assertThat(ProcessFigures.of(List.of(ProcessHandle.current())).cpuSince(before))
                    .isPresent();
        } finally {
            other.destroyForcibly();
        }
    }

    @Test
    void shouldDescribeThisMachine() {
        var host = Environment.now("", "", "", "", "");

        assertThat(host.cores()).isPositive();
        assertThat(host.memoryMb()).isPositive();
        assertThat(host.processor()).isNotEmpty().doesNotContain("\t");
        assertThat(host.system()).isNotEmpty();
        assertThat(host.load()).isNotEmpty();
    }
}
