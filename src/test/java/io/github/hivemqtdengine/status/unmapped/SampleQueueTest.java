// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.status.unmapped;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.route.Samples;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SampleQueueTest {

    private final SampleQueue samples = new SampleQueue();

    private static InboundMessage message(int payloadBytes) {
        return Samples.messageOf(new byte[payloadBytes]);
    }

    private long messages() {
        return Stream.generate(samples::pollMessage)
                .takeWhile(sample -> sample != null)
                .count();
    }

    @Test
    void shouldTakeNothingThatIsNotRequested() {
        samples.offer("a");
        samples.offer(List.of(), message(1));

        assertThat(samples.pollTopic()).isNull();
        assertThat(messages()).isZero();
    }

    @Test
    void shouldTakeAsManyAsRequested() {
        samples.request(2);
        for (int i = 0; i < 5; i++) {
            samples.offer("t" + i);
            samples.offer(List.of(), message(1));
        }

        assertThat(messages()).isEqualTo(2);
        assertThat(samples.pollTopic()).isEqualTo("t0");
        assertThat(samples.pollTopic()).isEqualTo("t1");
        assertThat(samples.pollTopic()).isNull();
    }

    @Test
    void shouldNotAddRequestsUp() {
        samples.request(2);
        samples.request(1);
        samples.offer(List.of(), message(1));
        samples.offer(List.of(), message(1));

        assertThat(messages()).isEqualTo(1);
    }

    @Test
    void shouldLimitTheBytesOfPayloads() {
        samples.request(1_000);
        samples.offer(List.of(), message(64 * 1_024 + 1));
        assertThat(messages()).as("one too large").isZero();

        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 100; i++) {
                samples.offer(List.of(), message(64 * 1_024));
            }
            assertThat(messages()).isEqualTo(15);
        }
    }

    @Test
    void shouldCutTopics() {
        samples.request(1);
        samples.offer("x".repeat(65_535));

        assertThat(samples.pollTopic()).hasSize(200).endsWith("x…");
    }
}
