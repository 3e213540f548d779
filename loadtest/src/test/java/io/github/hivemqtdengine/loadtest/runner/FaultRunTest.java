package io.github.hivemqtdengine.loadtest.runner;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultRunTest {

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
