// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.testkit.CapturedLog;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class StartWaitTest {

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    @Test
    void shouldNotPauseWhenTheTimeIsOver() {
        assertThat(new StartWait(Duration.ZERO).pause("no disk")).isFalse();

        assertThat(log.lines()).isEmpty();
    }

    @Test
    void shouldWarnOnce() {
        var wait = new StartWait(Duration.ofMillis(50));
        int pauses = 0;
        while (wait.pause("no disk")) {
            pauses++;
        }

        assertThat(pauses).isPositive();
        assertThat(log.lines()).singleElement().asString().startsWith("WARN ").contains("no disk");
    }

    @Test
    void shouldEndWithTheThread() {
        Thread.currentThread().interrupt();

        assertThat(new StartWait(Duration.ofMinutes(1)).pause("no disk")).isFalse();
        assertThat(Thread.interrupted()).isTrue();
    }
}
