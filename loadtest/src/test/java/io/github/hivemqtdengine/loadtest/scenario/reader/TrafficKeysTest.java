// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.loadtest.scenario.Pace;
import io.github.hivemqtdengine.loadtest.traffic.TrafficMessage;
import io.github.hivemqtdengine.loadtest.traffic.TrafficWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrafficKeysTest {

    @TempDir
    private Path folder;

    private String recording = "";

    /** Ten messages in 20 s. */
    @BeforeEach
    void record() throws Exception {
        var file = folder.resolve("traffic.zst");
        try (var writer = TrafficWriter.create(file, "plant/#", 10_000)) {
            for (int i = 0; i < 10; i++) {
                writer.add(new TrafficMessage(i, "plant/1/meter/0", i % 2, false, null, List.of(), new byte[0]));
            }
            writer.end("time", 20_000_000);
        }
        recording = "x.payload = recording\nx.recording = " + file + "\n";
    }

    @Test
    void shouldTakePaceAndTopicsOfARecording() throws Exception {
        var scenario = ScenarioText.read(recording + "x.replay_factor = 2\nnum_publishers = 3\n");
        var load = scenario.load();

        assertThat(load.only().publishers().planned()).isEqualTo(10);
        assertThat(load.only().publishers().qos()).isEqualTo(1);
        assertThat(((Pace.OpenLoop) load.only().publishers().pace()).length(0)).isEqualTo(Duration.ofSeconds(10));
        assertThat(load.only().subscribers().filter()).isEqualTo("plant/#");
        assertThat(load.only().publishers().payload().traffic().orElseThrow().factor())
                .isEqualTo(2);
        assertThat(scenario.notes()).singleElement().asString().contains("counted, not identified");
    }

    @Test
    void shouldExpectRowsOfARecordingInANamedTableOnly() throws Exception {
        assertThat(ScenarioText.read(recording).load().tables()).isEmpty();
        assertThat(ScenarioText.read(recording + "x.table = meters\n").load().tables())
                .containsExactly("meters");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "exec_time = 15        | exec_time must be more than that",
                "x.rate = 10           | x.rate",
                "retain = true         | retain",
                "x.topic = a           | x.topic",
                "mqtt_version = 3      | mqtt_version",
                "x.replay_factor = 0   | x.replay_factor",
                "x.records = 2         | x.records",
                "x.reconnect = true    | x.reconnect",
                "x.subscriber_filter=a | x.subscriber_filter",
                "x.files = a           | x.files",
                "x.think = 1 s         | x.think",
                "x.churn = 1 s         | x.churn",
                "x.will = a            | x.will",
                "x.content_type = text | x.content_type",
                "x.group.a.x.think=1 s | need a scenario of their own"
            })
    void shouldRefuseWhatARecordingDoesNotGoWith(String line, String words) {
        assertThatThrownBy(() -> ScenarioText.read(recording + line + "\n"))
                .isInstanceOf(InvalidScenarioException.class)
                .hasMessageContaining(words);
    }

    @Test
    void shouldRefuseWhatIsNoRecording() throws Exception {
        var file = Files.writeString(folder.resolve("a.txt"), "nothing");

        assertThatThrownBy(() -> ScenarioText.read("x.payload = recording\nx.recording = " + file + "\n"))
                .hasMessageContaining("must be a recording of loadtest/run capture");
        assertThatThrownBy(() -> ScenarioText.read("x.payload = recording\n"))
                .hasMessageContaining("needs an x.recording");
        assertThatThrownBy(() -> ScenarioText.read("x.recording = " + file + "\n"))
                .hasMessageContaining("needs x.payload = recording");
    }

    @Test
    void shouldNeedFilesForPayloadsOfFiles() throws Exception {
        assertThat(ScenarioText.read("x.payload = file\nx.files = " + folder + "\n")
                        .load()
                        .traffic()
                        .orElseThrow()
                        .source())
                .isEqualTo(folder);
        assertThatThrownBy(() -> ScenarioText.read("x.payload = file\n")).hasMessageContaining("needs x.files");
        assertThatThrownBy(() -> ScenarioText.read("x.payload = file\nx.files = " + folder + "/none\n"))
                .hasMessageContaining("must be a folder or a file that is there");
    }
}
