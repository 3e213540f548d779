// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SignalsTest {

    @BeforeEach
    void need() {
        assumeTrue(Signals.areThere(), "This system has no signals");
    }

    /** The end of a run interrupts the thread of the faults, which then resumes a process that it was pausing. */
    @RepeatedTest(20)
    void shouldResumeWhatAnInterruptedThreadHasPaused() throws Exception {
        var process = new ProcessBuilder("cat").start();
        try (var output = process.outputWriter();
                var input = process.inputReader()) {
            Thread.currentThread().interrupt();
            assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> Signals.pause(process.toHandle()));
            assertThat(ProcessHandle.current().children())
                    .as("the signal is no longer on its way")
                    .noneMatch(SignalsTest::isKill);

            Signals.resume(process.toHandle());

            output.write("awake\n");
            output.flush();
            assertThat(input.readLine()).isEqualTo("awake");
        } finally {
            process.destroyForcibly();
        }
    }

    private static boolean isKill(ProcessHandle child) {
        return child.isAlive() && child.info().command().orElse("").endsWith("/kill");
    }
}
