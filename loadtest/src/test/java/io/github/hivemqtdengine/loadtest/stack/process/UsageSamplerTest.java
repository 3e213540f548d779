// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class UsageSamplerTest {

    @Test
    @Timeout(60)
    void shouldSampleCpuAndMemoryUntilItIsClosed() throws InterruptedException {
        var own = List.of(ProcessHandle.current());
        var asked = new CountDownLatch(5); // more often than there are samples to look at
        Supplier<List<ProcessHandle>> broker = () -> {
            asked.countDown();
            return own;
        };
        try (var sampler = UsageSampler.start(broker, List::of, Duration.ofMillis(5))) {
            asked.await();
            var samples = sampler.samples();

            assertThat(samples).allSatisfy(sample -> {
                assertThat(sample.brokerCores()).isNotNegative();
                assertThat(sample.loaderCores()).isNotNegative();
                assertThat(sample.databaseCores()).as("no process").isNull();
                assertThat(sample.databaseMemoryMb()).isNull();
            });
            assertThat(samples.get(0).second())
                    .isPositive()
                    .isLessThan(samples.get(2).second());
        }
    }
}
