// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import org.junit.jupiter.api.Test;

class MemoryQueueTest extends LaneQueueContract {

    @Override
    LaneQueue queue(QueueSettings memory) {
        return new MemoryQueue(memory);
    }

    @Test
    void shouldRefuseMoreMessagesThanItsBound() {
        var queue = queue(new QueueSettings(2, 1_000_000));
        offer(queue, 0, 2);
        assertThat(queue.append(queued(2))).isFalse();

        queue.poll();
        assertThat(queue.append(queued(3))).isTrue();
    }

    @Test
    void shouldRefuseMoreBytesThanItsBound() {
        var queue = queue(new QueueSettings(1_000, 1_000));
        assertThat(queue.append(large(500))).isTrue();
        assertThat(queue.append(large(500))).isTrue();
        assertThat(queue.append(queued(2))).isFalse();

        queue.poll();
        assertThat(queue.append(large(500))).isTrue();
    }
}
