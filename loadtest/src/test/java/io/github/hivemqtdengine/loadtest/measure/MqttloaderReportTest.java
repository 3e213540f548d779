// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.measure.MqttloaderReport.Form;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Comparison with hand-made record files, and with the real mqttloader's reports on its own record files. */
class MqttloaderReportTest {

    private static final long START = 1_600_000_000_000_000L;

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"gap, 2, 0", "ramped, 1, 2"})
    void shouldSayWhatMqttloaderSaidOfTheSameRecords(String run, int rampUp, int rampDown) throws IOException {
        var report = report(Texts.path("mqttloader-0.8.6-" + run + ".csv"), rampUp, rampDown);
        var theirs = Texts.of("mqttloader-0.8.6-" + run + ".txt");

        assertThat(fromPublisher(report.text(Form.V0_8, ZoneOffset.UTC))).isEqualTo(fromPublisher(theirs));
        assertThat(line(report.text(Form.V0_8, ZoneId.of("UTC")), "Measurement started"))
                .isEqualTo(line(theirs, "Measurement started"));
    }

    @Test
    void shouldHaveTheWordsAndTheOrderOf086() throws IOException {
        var report = report(
                records(
                        START + ",p,S,",
                        START + 400_000 + ",p,S,",
                        START + 1_200 + ",s,R,1200",
                        START + 2_402_345 + ",s,R,2002345"),
                0,
                0);
        assertThat(report.text(Form.V0_8, ZoneId.of("Asia/Tokyo"))).isEqualTo("""

                Measurement started: 2020-09-13 21:26:40.000 JST
                Measurement ended: 2020-09-13 21:26:42.402 JST

                -----Publisher-----
                Maximum throughput [msg/s]: 2
                Average throughput [msg/s]: 2.000
                Number of published messages: 2
                Per second throughput [msg/s]: 2

                -----Subscriber-----
                Maximum throughput [msg/s]: 1
                Average throughput [msg/s]: 0.667
                Number of received messages: 2
                Per second throughput [msg/s]: 1, 0, 1
                Maximum latency [ms]: 2002.345
                Average latency [ms]: 1001.773
                """);
    }

    @Test
    void shouldHaveTheWordsAndTheOrderOf072() throws IOException {
        var report = report(records(START + ",p,S,", START + 2_999 + ",s,R,2999"), 0, 0);
        assertThat(report.text(Form.V0_7, ZoneOffset.UTC)).endsWith("""

                -----Publisher-----
                Maximum throughput[msg/s]: 1
                Average throughput[msg/s]: 1.00
                Number of published messages: 1
                Per second throughput[msg/s]: 1

                -----Subscriber-----
                Maximum throughput[msg/s]: 1
                Average throughput[msg/s]: 1.00
                Number of received messages: 1
                Per second throughput[msg/s]: 1
                Maximum latency[ms]: 2
                Average latency[ms]: 3.00
                """);
    }

    @Test
    void shouldHalveTheAverageOfARunThatReachesIntoAnotherSecond() throws IOException {
        assertThat(sentAt(0, 999_999).average()).isEqualTo(2);
        assertThat(sentAt(0, 1_000_000).average()).isEqualTo(1);
        assertThat(sentAt(500_000, 1_499_999).average()).isEqualTo(1);
    }

    @Test
    void shouldTakeThePartOfASecondForASecondInTheMaximum() throws IOException {
        assertThat(sentAt(0, 1_000_000, 1_000_001, 1_000_002).maximum()).isEqualTo(3);
    }

    @Test
    void shouldCountSecondsSinceTheStartNotSinceTheFirstMessage() throws IOException {
        assertThat(sentAt(900_000, 1_100_000).perSecond()).containsExactly(1L, 1L);
    }

    @Test
    void shouldWeighEveryMessageTheSameInTheAverageLatency() throws IOException {
        var report = report(
                records(
                        START + 1 + ",s,R,1000",
                        START + 2 + ",s,R,1000",
                        START + 3 + ",s,R,1000",
                        START + 1_000_000 + ",s,R,9000"),
                0,
                0);
        assertThat(report.latency().averageMillis()).isEqualTo(3);
    }

    @Test
    void shouldCutTheRampsFromPublishersAndSubscribersByTheirOwnFirstSeconds() throws IOException {
        var report = report(
                records(
                        START + ",p,S,",
                        START + 1_000_000 + ",p,S,",
                        START + 3_000_000 + ",s,R,3000000",
                        START + 4_500_000 + ",s,R,3500000"),
                1,
                0);
        assertThat(report.publishers().perSecond()).containsExactly(1L);
        assertThat(report.subscribers().total()).isEqualTo(1);
        assertThat(report.latency().maximumMillis()).isEqualTo(3_500);
        assertThat(report.latency().count()).isEqualTo(1);
    }

    @Test
    void shouldPrintZerosAndNoFiguresOfLatencyWithoutDeliveries() throws IOException {
        var report = report(records(START + ",p,S,"), 0, 0);
        assertThat(fromPublisher(report.text(Form.V0_8, ZoneOffset.UTC)))
                .isEqualTo(fromPublisher(Texts.of("mqttloader-0.8.6-no-subscriber.txt")
                        .replace("10.000", "1.000")
                        .replace(": 10", ": 1")));
        assertThat(report.figures()).doesNotContainKey(Figure.LATENCY_AVERAGE_MS);
    }

    @Test
    void shouldNotPrintInTheLanguageOfTheMachine() throws IOException {
        var before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(report(records(START + ",p,S,"), 0, 0).text(Form.V0_8, ZoneOffset.UTC))
                    .contains("Average throughput [msg/s]: 1.000");
        } finally {
            Locale.setDefault(before);
        }
    }

    private Throughput sentAt(long... micros) throws IOException {
        var lines = new String[micros.length];
        for (int i = 0; i < micros.length; i++) {
            lines[i] = START + micros[i] + ",p,S,";
        }
        return report(records(lines), 0, 0).publishers();
    }

    private Path records(String... lines) throws IOException {
        return Files.writeString(
                Files.createTempFile(folder, "records", ".csv"), START + ",,,\n" + String.join("\n", lines) + "\n");
    }

    private static MqttloaderReport report(Path file, int rampUp, int rampDown) throws IOException {
        return MqttloaderReport.of(
                new RecordFileReader(1).read(file), Duration.ofSeconds(rampUp), Duration.ofSeconds(rampDown));
    }

    private static String fromPublisher(String text) {
        return text.substring(text.indexOf("-----Publisher-----"));
    }

    private static String line(String text, String start) {
        return text.lines().filter(line -> line.startsWith(start)).findFirst().orElseThrow();
    }
}
