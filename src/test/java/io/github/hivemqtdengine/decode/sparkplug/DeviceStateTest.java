// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import static io.github.hivemqtdengine.decode.sparkplug.Encoding.payload;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.ARRIVAL;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.DBIRTH;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.DDEATH;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.NBIRTH;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.NDATA;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.NDEATH;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.T;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.DecodeException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceStateTest {

    private static final byte[] NODE_DEATH = hex("08809f97e5b73312120a05626453657118809f97e5b73320085807");
    private static final String[] FIELDS = {"/device", "/online", "/cause", "/timestamp", "/bd-seq"};
    private static final Instant AT_T = Instant.ofEpochMilli(T);

    private final SparkplugReading reading = new SparkplugReading();

    private List<List<@Nullable Object>> states(String topic, byte[] payload) throws DecodeException {
        return reading.rows("/states", topic, payload, FIELDS);
    }

    private SparkplugReading born() throws DecodeException {
        return reading.after(NBIRTH, SparkplugFormatTest.NODE_BIRTH).after(DBIRTH, SparkplugFormatTest.DEVICE_BIRTH);
    }

    @Test
    void shouldReportBirths() throws Exception {
        assertThat(states(NBIRTH, SparkplugFormatTest.NODE_BIRTH))
                .containsExactly(Arrays.asList(null, true, "NBIRTH", AT_T, 7L));
        born();
        assertThat(states(DBIRTH, SparkplugFormatTest.DEVICE_BIRTH))
                .containsExactly(List.of("D", true, "DBIRTH", AT_T.plusMillis(1), 7L));
    }

    @Test
    void shouldReportTheDeathOfANodeAndItsDevicesAtItsArrival() throws Exception {
        born();

        assertThat(states(NDEATH, NODE_DEATH))
                .containsExactly(
                        Arrays.asList(null, false, "NDEATH", ARRIVAL, 7L), List.of("D", false, "NDEATH", ARRIVAL, 7L));
        assertThat(reading.message(NDEATH, NODE_DEATH, "/timestamp", "/bd-seq")).containsExactly(ARRIVAL, 7L);
    }

    @Test
    void shouldReportNoDeathOfAnotherSession() throws Exception {
        born();
        var six = NODE_DEATH.clone();
        six[six.length - 1] = 6;

        assertThat(states(NDEATH, six)).isEmpty();
        assertThat(states(NDEATH, payload().toBytes())).isEmpty();
    }

    @Test
    void shouldReportTheDeathOfADeviceAtItsTime() throws Exception {
        born();

        assertThat(states(DDEATH, payload().toBytes())).containsExactly(List.of("D", false, "DDEATH", AT_T, 7L));
        assertThat(states(NDATA, payload().toBytes())).isEmpty();
    }

    @Test
    void shouldReadTheStateOfAHost() throws Exception {
        var online = json("{\"online\":true,\"timestamp\":1767322800000}");

        assertThat(states("spBv1.0/STATE/scada", online))
                .containsExactly(Arrays.asList(null, true, "STATE", AT_T, null));
        assertThat(reading.message("spBv1.0/STATE/scada", online, "/type", "/group", "/node", "/metrics"))
                .extracting(String::valueOf)
                .containsExactly("STATE", "", "scada", "[]");
        assertThat(states("spBv1.0/STATE/scada", json("{\"online\":false}")))
                .containsExactly(Arrays.asList(null, false, "STATE", ARRIVAL, null));
        assertThat(states("STATE/scada", json("OFFLINE")))
                .containsExactly(Arrays.asList(null, false, "STATE", ARRIVAL, null));
        assertThat(states("STATE/scada", json("ONLINE")))
                .containsExactly(Arrays.asList(null, true, "STATE", ARRIVAL, null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "{\"online\":\"yes\"}", "online", "", "{\"online\":true"})
    void shouldRefuseOtherStates(String payload) {
        assertThatThrownBy(() -> states("spBv1.0/STATE/scada", json(payload))).isInstanceOf(DecodeException.class);
    }

    private static byte[] json(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
