package io.github.hivemqtdengine.loadtest.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SignalsTest {

    @BeforeEach
    void need() {
        assumeTrue(Signals.areThere(), "This system has no signals");
    }

    /** A run that is over interrupts the thread of the faults, which resumes what it was about to pause. */
    @RepeatedTest(20)
    void shouldResumeWhatAnInterruptedThreadHasPaused() throws Exception {
        var process = new ProcessBuilder("cat").start();
        try (var output = process.outputWriter();
                var input = process.inputReader()) {
            var children = children();
            Thread.currentThread().interrupt();
            assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> Signals.pause(process.toHandle()));
            assertThat(children()).as("the signal is no longer on its way").isEqualTo(children);

            Signals.resume(process.toHandle());

            output.write("awake\n");
            output.flush();
            assertThat(input.readLine()).isEqualTo("awake");
        } finally {
            process.destroyForcibly();
        }
    }

    private static Set<ProcessHandle> children() {
        return ProcessHandle.current().children().collect(Collectors.toSet());
    }
}
