// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.extension.sdk.api.auth.parameter.TopicPermission;
import com.hivemq.extension.sdk.api.packets.auth.DefaultAuthorizationBehaviour;
import com.hivemq.extension.sdk.api.services.Services;
import com.hivemq.extension.sdk.api.services.builder.Builders;
import com.hivemq.extension.sdk.api.services.session.ClientService;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.testkit.RawClient;
import io.github.hivemqtdengine.testkit.RawClient.Connect;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A last will is stored when the broker publishes it, and only then: each case has a subscriber that is asked. */
class LastWillIT extends BrokerTest {

    /** Seconds; a client that is to be back in time must not need so long. */
    private static final int SOON = 15;

    private static final String WILLS = """
            <route>
              <id>wills</id>
              <source>last-wills</source>
              <mqtt-topic-filters>
                <mqtt-topic-filter>status/{case}</mqtt-topic-filter>
                <exclude>status/excluded</exclude>
              </mqtt-topic-filters>
              <payload format="raw"/>
              <table super-table="wills" sub-table="w_${mqtt-client-id}">
                <timestamp/>
                <tag    name="client"   type="VARCHAR(64)" value="${mqtt-client-id}"/>
                <column name="of_topic" type="VARCHAR(64)" value="${mqtt-topic}"/>
                <column name="payload"  type="VARCHAR(64)" value="${payload}"/>
                <column name="qos"      type="INT"         value="${mqtt-qos}"/>
                <column name="retained" type="VARCHAR(5)"  value="${mqtt-retain}"/>
                <column name="kind"     type="VARCHAR(16)" value="${mqtt-content-type}" on-missing="null"/>
                <column name="unit"     type="VARCHAR(16)" value="${mqtt-user-property:unit}" on-missing="null"/>
                <column name="expiry"   type="BIGINT"      value="${mqtt-message-expiry}" on-missing="null"/>
              </table>
            </route>
            """;

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    private final CompletableFuture<ClientService> clients = new CompletableFuture<>();
    private final Queue<String> published = new ConcurrentLinkedQueue<>();

    @Test
    void shouldStoreTheWillsThatTheBrokerPublishesAtOnce() throws Exception {
        broker.alongside(Companion.starting(() -> clients.complete(Services.clientService())));
        startBroker(WILLS);
        subscribe();

        connect(willOf("normal")).disconnect(0x00);
        connect(willOf("lost")).close();
        connect(willOf("wanted")).disconnect(0x04);
        connect(willOf("failing")).disconnect(0x80);
        connect(willOf("kicked"));
        clients.join().disconnectClient("kicked").join();
        connect(willOf("taken-over"));
        connect(Connect.withWill("taken-over", "status/second")).disconnect(0x00);
        connect(willOf("session-over").lasting(0, 1_000)).close();
        connect(willOf("began-anew").lasting(1_000, 1_000)).close();
        connect(willOf("began-anew")).disconnect(0x00);
        connect(willOf("excluded")).close();

        assertStored("lost", "wanted", "failing", "kicked", "taken-over", "session-over", "began-anew");
    }

    @Tag("full")
    @Test
    void shouldStoreWhatHasWaitedForItsDelayUnlessTheClientIsBack() throws Exception {
        startBroker(WILLS);
        subscribe();

        connect(willOf("back").lasting(1_000, SOON)).close();
        connect(willOf("back").lasting(1_000, SOON).again()).disconnect(0x00);
        connect(willOf("back-in-time").lasting(1_000, SOON));
        connect(willOf("back-in-time").lasting(1_000, SOON).again()).disconnect(0x00);
        connect(willOf("normal").lasting(1_000, SOON)).disconnect(0x00);
        connect(willOf("delayed").lasting(1_000, SOON + 1)).close();
        connect(willOf("expired").lasting(SOON + 1, 1_000)).close();

        assertStored("delayed", "expired");
    }

    @Test
    void shouldStoreEverythingThatAWillSays() throws Exception {
        startBroker(WILLS);
        subscribe();
        var three = mqttClient("three").useMqttVersion3().buildBlocking();
        three.connectWith()
                .willPublish()
                .topic("status/three")
                .qos(MqttQos.AT_LEAST_ONCE)
                .retain(true)
                .payload(utf8("off"))
                .applyWillPublish()
                .send();
        var five = mqttClient("five").useMqttVersion5().buildBlocking();
        five.connectWith()
                .willPublish()
                .topic("status/five")
                .qos(MqttQos.EXACTLY_ONCE)
                .payload(utf8("off"))
                .contentType("text")
                .messageExpiryInterval(60)
                .userProperties()
                .add("unit", "V")
                .applyUserProperties()
                .applyWillPublish()
                .send();

        connect(Connect.withWill("three", "none")).disconnect(0x00);
        connect(Connect.withWill("five", "none")).disconnect(0x00);

        assertStored("three", "five");
        assertThat(database.query("SELECT client, payload, qos, retained, kind, unit, expiry FROM wills ORDER BY qos"))
                .containsExactly(
                        Arrays.asList("three", "off", 1L, "true", null, null, null),
                        List.of("five", "off", 2L, "false", "text", "V", 60L));
    }

    /** The dead letter is written when the broker publishes the will; the broker publishes wills of any size. */
    @Test
    void shouldKeepAsADeadLetterAWillThatIsTooLarge() throws Exception {
        startBroker(WILLS, "<delivery><max-message-bytes>1 KiB</max-message-bytes></delivery>");
        subscribe();
        var tooLarge = "x".repeat(1_025);
        for (var name : List.of("normal", "large")) {
            var client = mqttClient(name).useMqttVersion5().buildBlocking();
            client.connectWith()
                    .willPublish()
                    .topic("status/" + name)
                    .payload(utf8(tooLarge))
                    .applyWillPublish()
                    .send();
            if (name.equals("normal")) {
                client.disconnect();
            }
        }

        connect(Connect.withWill("large", "none")).disconnect(0x00);
        connect(willOf("small")).close();

        awaitFigure("wills", "stored", 1);
        awaitFigure("wills", "dead-lettered", 1);
        database.awaitCount("wills", 1);
        assertThat(database.query("SELECT of_topic FROM wills")).singleElement().isEqualTo(List.of("status/small"));
        assertThat(figure("wills", "received")).isEqualTo(2);
        assertThat(deadLetters()).singleElement().satisfies(line -> {
            var letter = new ObjectMapper().readTree(line);
            assertThat(letter.path("reason").asText()).isEqualTo("too_large");
            assertThat(letter.path("topic").asText()).isEqualTo("status/large");
            assertThat(letter.path("client").asText()).isEqualTo("large");
            assertThat(letter.path("payload").binaryValue()).asString().isEqualTo(tooLarge);
        });
        await().untilAsserted(() -> assertThat(published).containsExactlyInAnyOrder("status/large", "status/small"));
    }

    @Test
    void shouldNotStoreTheWillOfAClientThatMayNotPublishIt() throws Exception {
        broker.alongside(Companion.starting(() -> Services.initializerRegistry()
                .setClientInitializer((input, client) -> {
                    var permissions = client.getDefaultPermissions();
                    permissions.add(Builders.topicPermission()
                            .topicFilter("status/secret")
                            .type(TopicPermission.PermissionType.DENY)
                            .build());
                    permissions.setDefaultBehaviour(DefaultAuthorizationBehaviour.ALLOW);
                })));
        startBroker(WILLS);
        subscribe();

        connect(willOf("secret")).close();
        connect(willOf("open")).close();

        assertStored("open");
    }

    @Test
    void shouldStoreThePublishesAndWillsOfOneRouteOnceEach() throws Exception {
        startBroker(WILLS.replace("<source>last-wills", "<source>publishes, last-wills"));
        subscribe();

        mqtt5("sender")
                .publishWith()
                .topic("status/published")
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(utf8("on"))
                .send();
        connect(willOf("lost")).close();
        connect(willOf("normal")).disconnect(0x00);
        connect(willOf("wanted")).disconnect(0x04);

        assertStored("published", "lost", "wanted");
    }

    @Test
    void shouldNotStoreWhatClientsPublish() throws Exception {
        startBroker(WILLS);
        subscribe();

        mqtt5("forger")
                .publishWith()
                .topic("status/forged")
                .qos(MqttQos.AT_LEAST_ONCE)
                .send();
        connect(willOf("lost")).close();

        await().until(() -> published.size() == 2);
        database.awaitCount("wills", 1);
        assertThat(figure("wills", "received")).isEqualTo(1);
    }

    /** The broker ends all connections before it stops the extension. */
    @Test
    void shouldStoreTheWillsOfAStopAndSayWhichAreLost() throws Exception {
        startBroker(WILLS);
        connect(willOf("connected"));
        connect(willOf("waiting").lasting(1_000, 1_000)).close();
        await().until(() -> clientsConnected() == 1);

        broker.stop();

        database.awaitCount("wills", 1);
        assertThat(log.lines()).anyMatch(line -> line.contains("1 last wills were waiting for their delay"));
    }

    private long clientsConnected() {
        return ((Number) broker.metrics()
                        .gauge("com.hivemq.networking.connections.current")
                        .getValue())
                .longValue();
    }

    private static Connect willOf(String name) {
        return Connect.withWill(name, "status/" + name);
    }

    private RawClient connect(Connect connect) throws IOException {
        return RawClient.connect(broker, connect);
    }

    private void subscribe() {
        var subscriber = mqtt5("subscriber");
        subscriber
                .toAsync()
                .subscribeWith()
                .topicFilter("status/+")
                .callback(publish -> published.add(publish.getTopic().toString()))
                .send()
                .join();
    }

    /** Waits for the wills of these cases, and makes sure that the subscriber has seen no others. */
    private void assertStored(String... cases) throws Exception {
        var topics = List.of(cases).stream().map(name -> "status/" + name).toList();
        awaitFigure("wills", "received", topics.size());
        database.awaitCount("wills", topics.size());
        assertThat(database.query("SELECT of_topic FROM wills"))
                .extracting(row -> row.get(0))
                .containsExactlyInAnyOrderElementsOf(topics);
        await().untilAsserted(() -> assertThat(published)
                .filteredOn(topic -> !topic.equals("status/excluded"))
                .containsExactlyInAnyOrderElementsOf(topics));
    }
}
