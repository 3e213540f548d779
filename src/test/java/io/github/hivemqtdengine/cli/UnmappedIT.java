// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import io.github.hivemqtdengine.metrics.DropwizardMetrics;
import io.github.hivemqtdengine.testkit.BrokerTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The status of a running broker shows what the mapping does not store. */
@DisabledOnOs(OS.WINDOWS)
class UnmappedIT extends BrokerTest {

    private static final String COLUMN =
            "<column name=\"signal\" type=\"DOUBLE\" value=\"${payload:/signal}\" on-missing=\"null\"/>";

    @Test
    void shouldShowTopicsAndFieldsUntilTheMappingStoresThem() throws Exception {
        var extension = new UnpackedExtension(Files.createDirectories(folder.resolve("tools")));
        Files.writeString(broker.configurationFile(), configured(StatusIT.ROUTE));
        broker.start(0);
        var device = mqtt5("device");

        await().untilAsserted(() -> {
            publish(device, "pump/1", "{\"n\":1}");
            publish(device, "meter/1", "{\"n\":1,\"signal\":-70.5}");
            publish(device, "meter/1", "{\"n\":\"2\"}");
            var status = extension.run(
                    folder,
                    "status",
                    "--data-folder",
                    broker.extensionDataFolder().resolveSibling("").toString());
            assertThat(status.out())
                    .containsPattern("ok {4}topics: \\d+ sampled publishes match no route: \"pump/1\"; ")
                    .contains(
                            "ok    route \"meters\": fields of the payload that are not stored: 1; their columns:\n      "
                                    + COLUMN)
                    .contains("types of fields differ between messages: payload:/n is number and text");
            assertThat(status.code()).isZero();
        });
        assertThat(metric("unmapped.topics")).isEqualTo(1);
        assertThat(metric("unmapped.fields")).isEqualTo(1);

        var route = StatusIT.ROUTE.replace("</table>", COLUMN + "</table>");
        Files.writeString(broker.configurationFile(), configured(route));
        await().untilAsserted(() -> {
            publish(device, "meter/1", "{\"n\":1,\"signal\":-70.5}");
            assertThat(metric("unmapped.fields")).isZero();
            assertThat(metric("unmapped.topics")).isZero();
        });
        await().ignoreExceptionsInstanceOf(SQLException.class)
                .untilAsserted(() -> assertThat(database.queryWhatIsThere("SELECT signal FROM meters"))
                        .contains(List.of(-70.5)));
    }

    private String configured(String route) {
        return configuration(route, "<delivery><unmapped samples-per-minute=\"6000\"/></delivery>")
                .replace("</database>", "<schema>evolve</schema></database>");
    }

    private long metric(String name) {
        return (Long)
                broker.metrics().gauge(DropwizardMetrics.PREFIX + "." + name).getValue();
    }

    private static void publish(Mqtt5BlockingClient client, String topic, String payload) {
        client.publishWith()
                .topic(topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(payload.getBytes(StandardCharsets.UTF_8))
                .send();
    }
}
