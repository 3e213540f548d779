// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.CapturedLog;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The script of the zip repairs a mistake of the mapping after the messages were stored. */
@DisabledOnOs(OS.WINDOWS)
class ArchiveIT extends BrokerTest {

    private static final long MESSAGES = 500;

    private static final String DELIVERY = """
            <delivery><spool max-bytes="2 MiB"/><archive max-bytes="100 MiB"/></delivery>
            """;

    /** Its author took the distance for kilometres. */
    private static final String ROUTE = """
            <route>
              <id>tanks</id>
              <database-id>test</database-id>
              <mqtt-topic-filters><mqtt-topic-filter>tank/{tank}</mqtt-topic-filter></mqtt-topic-filters>
              <payload format="json"/>
              <table super-table="tanks" sub-table="t_${mqtt-topic:tank}">
                <timestamp/>
                <tag    name="tank" type="VARCHAR(64)" value="${mqtt-topic:tank}"/>
                <column name="level" type="DOUBLE" value="${payload:/level * 1000}"/>
              </table>
            </route>
            """;

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    @Test
    void shouldRepairAMistakeOfTheMapping() throws Exception {
        startBroker(ROUTE, DELIVERY);
        var extension = new UnpackedExtension(Files.createDirectories(folder.resolve("tools")));
        publish(1, MESSAGES);
        database.awaitCount("tanks", MESSAGES);
        var keys = database.query("SELECT ts FROM tanks ORDER BY ts");
        assertThat(levels()).isEqualTo(levels(1_000));
        Files.writeString(broker.configurationFile(), configuration(ROUTE.replace(" * 1000", ""), DELIVERY));
        await().until(() -> log.text().contains("Configuration change applied: routes changed tanks"));

        var checked = replay(extension, "--route", "tanks", "--since", "1h", "--check");
        assertThat(checked.out())
                .contains(
                        "Messages: 500, failed: 0", "Route tanks: rows: 500", "Nothing is written because of --check");
        assertThat(levels()).isEqualTo(levels(1_000));
        var replayed = replay(extension, "--route", "tanks", "--topic", "tank/+");

        assertThat(replayed.err()).isEmpty();
        assertThat(replayed.code()).isZero();
        await().untilAsserted(() -> assertThat(levels()).isEqualTo(levels(1)));
        assertThat(database.query("SELECT ts FROM tanks ORDER BY ts")).isEqualTo(keys);
        await().until(() -> log.text().contains("finished: 500 messages replayed"));

        publish(MESSAGES + 1, MESSAGES + 1);
        database.awaitCount("tanks", MESSAGES + 1);
        var another = replay(extension, "--route", "valves");
        assertThat(another.code()).isEqualTo(1);
        assertThat(another.out()).contains("There is no such message; the archive has some of the routes tanks");
    }

    private void publish(long first, long last) {
        var client = mqtt5("device-" + first);
        for (long n = first; n <= last; n++) {
            client.publishWith()
                    .topic("tank/" + n % 2)
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload(("{\"level\":" + n + ",\"note\":\"" + "x".repeat(40) + "\"}")
                            .getBytes(StandardCharsets.UTF_8))
                    .send();
        }
    }

    private UnpackedExtension.Result replay(UnpackedExtension extension, String... options) throws Exception {
        var arguments = new ArrayList<>(List.of("archive", "replay"));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of("--config", broker.configurationFile().toString(), "--data-folder"));
        arguments.add(broker.extensionDataFolder().resolveSibling("").toString());
        return extension.run(folder, arguments.toArray(String[]::new));
    }

    private List<List<Object>> levels() throws Exception {
        return database.query("SELECT level FROM tanks ORDER BY level");
    }

    private static List<List<Object>> levels(double factor) {
        return LongStream.rangeClosed(1, MESSAGES)
                .mapToObj(n -> List.<Object>of(n * factor))
                .toList();
    }
}
