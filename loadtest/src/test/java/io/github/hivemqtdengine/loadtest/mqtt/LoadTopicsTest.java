package io.github.hivemqtdengine.loadtest.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadTopicsTest {

    @Test
    void shouldShareOutTopicsWithoutOverlap() {
        var load = Load.publishersOnly(2, 10, List.of("a", "b", "c", "d"), Payloads.meterJson());

        assertThat(load.topicsOf(0)).containsExactly("a", "b");
        assertThat(load.topicsOf(1)).containsExactly("c", "d");
        assertThat(load.sent()).isEqualTo(20);
    }

    @Test
    void shouldGiveTheOnlyTopicToAllPublishers() {
        var load = Load.mqttloader(10, 10, 100);

        assertThat(load.topicsOf(9)).containsExactly("mqttloader-test-topic");
    }

    @Test
    void shouldRefuseTopicsThatCannotBeSharedOut() {
        var topics = List.of("a", "b", "c");

        assertThatThrownBy(() -> Load.publishersOnly(2, 1, topics, Payloads.meterJson()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldPutTheTimeOfSendingBeforeZeros() {
        var payload = ByteBuffer.wrap(Payloads.timedZeros(20).payload(3, 42));

        assertThat(payload.remaining()).isEqualTo(20);
        assertThat(payload.getLong()).isEqualTo(42);
        assertThat(payload.slice()).isEqualTo(ByteBuffer.allocate(12));
    }
}
