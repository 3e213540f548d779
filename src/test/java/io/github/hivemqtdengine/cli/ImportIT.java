// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import io.github.hivemqtdengine.testkit.BrokerTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The script of the zip imports historical data into a running broker. */
@DisabledOnOs(OS.WINDOWS)
class ImportIT extends BrokerTest {

    private static final int LINES = 5_000;

    private static final String ROUTE = """
            <route>
              <id>meters</id>
              <database-id>test</database-id>
              <mqtt-topic-filters><mqtt-topic-filter>meter/{meter}</mqtt-topic-filter></mqtt-topic-filters>
              <payload format="json"/>
              <table super-table="meters" sub-table="m_${mqtt-topic:meter}">
                <timestamp value="${arrival-time}"/>
                <tag    name="meter" type="VARCHAR(64)" value="${mqtt-topic:meter}"/>
                <column name="v" type="DOUBLE" value="${payload:/v}"/>
              </table>
            </route>
            """;

    @Test
    void shouldStoreTheLinesOfAFileBesideLiveMessages() throws Exception {
        startBroker(ROUTE);
        var extension = new UnpackedExtension(Files.createDirectories(folder.resolve("tools")));
        var file = Files.writeString(
                folder.resolve("old.csv"),
                IntStream.range(0, LINES)
                        .mapToObj(n -> "m" + n % 3 + "," + (1_700_000_000_000L + n) + "," + n / 2.0)
                        .collect(Collectors.joining("\n", "meter,at,v\n", "\n")));

        var imported = extension.run(
                folder,
                "import",
                file.toString(),
                "--topic",
                "meter/{meter}",
                "--time",
                "at",
                "--config",
                broker.configurationFile().toString(),
                "--data-folder",
                broker.extensionDataFolder().resolveSibling("").toString());
        mqtt5("device")
                .publishWith()
                .topic("meter/live")
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload("{\"v\":1}".getBytes(StandardCharsets.UTF_8))
                .send();

        assertThat(imported.err()).isEmpty();
        assertThat(imported.out()).contains("Route meters: rows: 5000", "Written to ");
        await().untilAsserted(() -> assertThat(database.query("SELECT count(*), sum(v) FROM meters"))
                .isEqualTo(List.of(List.of(LINES + 1L, LINES * (LINES - 1) / 4.0 + 1))));
        assertThat(database.query("SELECT count(*) FROM meters WHERE meter = 'm1'"))
                .isEqualTo(List.of(List.of((LINES + 1) / 3L)));
        await().untilAsserted(() -> assertThat(broker.extensionDataFolder().resolve("replay/done"))
                .isDirectoryContaining("glob:**letters-*.jsonl"));
    }
}
