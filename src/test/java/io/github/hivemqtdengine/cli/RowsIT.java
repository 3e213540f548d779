// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import io.github.hivemqtdengine.testkit.BrokerTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The script of the zip reads the rows that a broker has stored. */
@DisabledOnOs(OS.WINDOWS)
class RowsIT extends BrokerTest {

    private static final Pattern TIME = Pattern.compile("\"(20\\d\\d-[^\"]+Z)\"");

    private UnpackedExtension extension;

    @BeforeEach
    void unpack() throws Exception {
        extension = new UnpackedExtension(Files.createDirectories(folder.resolve("tools")));
    }

    @Test
    void shouldPrintTheLastRowsOfEachTable() throws Exception {
        Files.writeString(broker.configurationFile(), configuration(StatusIT.ROUTE, ""));
        assertThat(rows().out()).startsWith(DATABASE_ID + ", meters: ");
        assertThat(rows().code()).isEqualTo(1);
        broker.start(0);
        var client = mqtt5("device");
        for (int n = 41; n < 44; n++) {
            client.publishWith()
                    .topic("meter/1")
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload(("{\"n\":" + n + "}").getBytes(StandardCharsets.UTF_8))
                    .send();
        }
        awaitFigure("meters", "stored", 3);

        await().untilAsserted(
                        () -> assertThat(rows("--limit", "2").out().lines().filter(line -> line.contains("device")))
                                .hasSize(2)
                                .satisfiesExactly(
                                        last -> assertThat(last).contains("  43  "),
                                        before -> assertThat(before).contains("  42  ")));
        var json = rows("--json").out();
        assertThat(json).contains("\"table\":\"meters\"", "41", "\"others\":0");
        var time = TIME.matcher(json);
        assertThat(time.find()).isTrue();
        assertThat(Instant.parse(time.group(1))) // not that of Shanghai, where the tool runs
                .isCloseTo(Instant.now(), within(1, ChronoUnit.HOURS));
    }

    private UnpackedExtension.Result rows(String... options) throws Exception {
        var arguments = new ArrayList<>(List.of("rows", "--config"));
        arguments.add(broker.configurationFile().toString());
        arguments.addAll(List.of(options));
        return extension.run(folder, arguments.toArray(String[]::new));
    }
}
