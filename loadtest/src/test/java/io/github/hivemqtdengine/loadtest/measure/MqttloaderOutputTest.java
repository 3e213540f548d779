// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MqttloaderOutputTest {

    @Test
    void shouldReadTheFormOf072() {
        var output = MqttloaderOutput.parse(Texts.of("mqttloader-0.7.2-c3.txt"));
        assertThat(output.figures())
                .isEqualTo(Map.of(
                        Figure.SENT, 10_000.0,
                        Figure.PUBLISHER_MAXIMUM_THROUGHPUT, 5_819.0,
                        Figure.PUBLISHER_AVERAGE_THROUGHPUT, 3_333.33,
                        Figure.DELIVERIES, 100_000.0,
                        Figure.SUBSCRIBER_MAXIMUM_THROUGHPUT, 40_003.0,
                        Figure.SUBSCRIBER_AVERAGE_THROUGHPUT, 25_000.0,
                        Figure.LATENCY_MAXIMUM_MS, 2_456.0,
                        Figure.LATENCY_AVERAGE_MS, 1_024.26));
        assertThat(output.sentPerSecond()).containsExactly(3_280L, 5_819L, 901L);
        assertThat(output.receivedPerSecond()).containsExactly(8_300L, 27_287L, 40_003L, 24_410L);
    }

    @Test
    void shouldReadTheFormOf086() {
        var output = MqttloaderOutput.parse(Texts.of("mqttloader-0.8.6-gap.txt"));
        assertThat(output.figures())
                .containsEntry(Figure.SUBSCRIBER_AVERAGE_THROUGHPUT, 0.75)
                .containsEntry(Figure.LATENCY_MAXIMUM_MS, 3.104)
                .containsEntry(Figure.LATENCY_AVERAGE_MS, 2.322);
        assertThat(output.receivedPerSecond()).containsExactly(1L, 0L, 1L, 1L);
    }

    @Test
    void shouldReadTheDecimalCommaOfAMachineThatSpeaksGerman() {
        assertThat(MqttloaderOutput.parse(Texts.of("mqttloader-0.8.6-german.txt"))
                        .figures())
                .containsEntry(Figure.PUBLISHER_AVERAGE_THROUGHPUT, 150.0)
                .containsEntry(Figure.LATENCY_MAXIMUM_MS, 47.841);
    }

    @Test
    void shouldLeaveOutWhatHasNoMessages() {
        var output = MqttloaderOutput.parse(Texts.of("mqttloader-0.8.6-no-subscriber.txt"));
        assertThat(output.figures())
                .containsEntry(Figure.DELIVERIES, 0.0)
                .containsEntry(Figure.PUBLISHER_MAXIMUM_THROUGHPUT, 10.0)
                .doesNotContainKeys(Figure.LATENCY_AVERAGE_MS, Figure.SUBSCRIBER_MAXIMUM_THROUGHPUT);
        assertThat(output.receivedPerSecond()).isEmpty();
    }

    @Test
    void shouldTakeTheLastOfSeveralReportsAndNotMindOtherLines() {
        var first = Texts.of("mqttloader-0.7.2-paced.txt");
        var second = Texts.of("mqttloader-0.8.6-ramped.txt")
                .replace("Number of received", "[INFO] Subscriber ml-1-s-00000 disconnected.\nNumber of received")
                .replace("\n", "\r\n");
        assertThat(MqttloaderOutput.parse("warm-up\n" + first + "\n" + second + "done\n")
                        .figures())
                .containsEntry(Figure.SENT, 40.0)
                .containsEntry(Figure.DELIVERIES, 120.0)
                .containsEntry(Figure.LATENCY_MAXIMUM_MS, 12.996);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Maximum throughput",
                "Average throughput",
                "Number of received messages",
                "Per second throughput",
                "Maximum latency",
                "Average latency"
            })
    void shouldNameTheLineThatIsMissing(String line) {
        var text = Texts.of("mqttloader-0.8.6-ramped.txt");
        var subscriber = text.indexOf("-----Subscriber-----");
        var without = text.substring(0, subscriber) + text.substring(subscriber).replaceAll(line + ".*\n", "");
        assertThatThrownBy(() -> MqttloaderOutput.parse(without))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'" + line + "' of mqttloader's part 'Subscriber' is missing");
    }

    @Test
    void shouldSayHowTheOutputEndsWithoutAReport() {
        assertThatThrownBy(() -> MqttloaderOutput.parse("[INFO] starting\nUnable to connect to server\n"))
                .hasMessageContaining("'-----Publisher-----' is missing")
                .hasMessageContaining("ends with 'Unable to connect to server'");
        assertThatThrownBy(() -> MqttloaderOutput.parse("")).hasMessageContaining("the output is empty");
        assertThatThrownBy(() -> MqttloaderOutput.parse("-----Publisher-----\nMaximum"))
                .hasMessageContaining("'-----Subscriber-----' is missing");
    }

    @Test
    void shouldSayWhatStandsInPlaceOfANumber() {
        var text = Texts.of("mqttloader-0.8.6-ramped.txt");
        assertThatThrownBy(() -> MqttloaderOutput.parse(text.replace("2.435", "NaNa")))
                .hasMessage("'Average latency' of mqttloader's part 'Subscriber' has no number but 'NaNa'");
        assertThatThrownBy(() -> MqttloaderOutput.parse(text.replace("60, 60", "60, x")))
                .hasMessage("'Per second throughput' of mqttloader's part 'Subscriber' has no numbers but '60, x'");
    }
}
