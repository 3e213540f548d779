package io.github.hivemqtdengine.loadtest.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PayloadsTest {

    @Test
    void shouldGiveEachReadingATimeOfItsOwn() {
        var readings = Payloads.readings(2);

        assertThat(text(readings.payload(0, 1_767_322_800_123_456L)))
                .isEqualTo("[{\"t\":1767322800123456,\"voltage\":220.0,\"current\":0.00,\"phase\":0},"
                        + "{\"t\":1767322800123457,\"voltage\":220.1,\"current\":0.01,\"phase\":1}]");
        assertThat(text(readings.payload(1, 1_767_322_800_123_456L)))
                .startsWith("[{\"t\":1767322800123458,")
                .contains("{\"t\":1767322800123459,");
        assertThat(text(readings.payload(2, 1_767_322_800_999_000L))).startsWith("[{\"t\":1767322800999000,");
    }

    private static String text(byte[] payload) {
        return new String(payload, StandardCharsets.UTF_8);
    }
}
