// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.message.disconnect.Mqtt5DisconnectReasonCode;
import com.hivemq.extension.sdk.api.packets.disconnect.DisconnectReasonCode;
import com.hivemq.extension.sdk.api.services.Services;
import com.hivemq.extension.sdk.api.services.session.ClientService;
import io.github.hivemqtdengine.testkit.RawClient;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Connect and disconnect events of clients, with reasons. */
class ClientEventsIT extends LinkedBrokerTest {

    private static final String EVENTS = """
            <route>
              <id>events</id>
              <source>client-events</source>
              <payload format="json"/>
              <table super-table="events" sub-table="e_${mqtt-client-id}">
                <timestamp/>
                <tag    name="client"         type="VARCHAR(256)" value="${mqtt-client-id}"/>
                <column name="event"          type="VARCHAR(16)"  value="${mqtt-topic:event}"/>
                <column name="reason"         type="VARCHAR(64)"  value="${payload:/reason}"/>
                <column name="reason_string"  type="VARCHAR(256)" value="${payload:/reason-string}"/>
                <column name="initiated_by"   type="VARCHAR(16)"  value="${payload:/initiated-by}"/>
                <column name="user_name"      type="VARCHAR(64)"  value="${mqtt-user-name}" on-missing="null"/>
                <column name="address"        type="VARCHAR(45)"  value="${payload:/address}"/>
                <column name="mqtt_version"   type="VARCHAR(8)"   value="${payload:/mqtt-version}"/>
                <column name="keep_alive"     type="INT"          value="${payload:/keep-alive}"/>
                <column name="clean_start"    type="VARCHAR(5)"   value="${payload:/clean-start}"/>
                <column name="session_expiry" type="BIGINT"       value="${payload:/session-expiry}"/>
                <column name="site"           type="VARCHAR(16)"  value="${mqtt-user-property:site}" on-missing="null"/>
              </table>
            </route>
            """;

    private static final String STRANGE = "o'brien \"7\" \\ 🚗";

    private final CompletableFuture<ClientService> clients = new CompletableFuture<>();

    @Test
    void shouldStoreHowConnectionsBeginAndEnd() throws Exception {
        broker.alongside(Companion.starting(() -> clients.complete(Services.clientService())));
        startBroker(EVENTS);

        mqtt3("three").disconnect();
        mqtt5(STRANGE).disconnect();
        disconnectWithAReason();
        RawClient.connect(broker, RawClient.Connect.withWill("lost", "w")).close();
        mqtt5("kicked");
        clients.join()
                .disconnectClient("kicked", false, DisconnectReasonCode.ADMINISTRATIVE_ACTION, "maintenance")
                .join();
        var first = RawClient.connect(broker, RawClient.Connect.withWill("twice", "w"));
        RawClient.connect(broker, RawClient.Connect.withWill("twice", "w")).disconnect(0);
        first.close();

        awaitFigure("events", "received", 14);
        database.awaitCount("events", 14);
        assertThat(events("three")).containsExactly("connected", "disconnected normal-disconnection by client");
        assertThat(events(STRANGE)).containsExactly("connected", "disconnected normal-disconnection by client");
        assertThat(events("lost")).containsExactly("connected", "disconnected by connection-lost");
        assertThat(events("kicked"))
                .containsExactly("connected", "disconnected administrative-action by server: maintenance");
        assertThat(events("twice"))
                .containsExactly(
                        "connected",
                        "taken-over session-taken-over by server: Another client connected with the same client id.",
                        "connected",
                        "disconnected normal-disconnection by client");
        assertThat(events("reason"))
                .containsExactly(
                        "connected", "disconnected disconnect-with-will-message by client: \"battery\" is empty");
        assertThat(database.query("SELECT user_name, address, mqtt_version, keep_alive, clean_start, session_expiry,"
                        + " site FROM events WHERE client = 'reason' ORDER BY ts"))
                .containsExactly(
                        List.of("anna", "127.0.0.1", "5", 45L, "false", 7L, "north"),
                        List.of("anna", "127.0.0.1", "5", 45L, "false", 7L, "south"));
        assertThat(database.query("SELECT mqtt_version, clean_start, session_expiry FROM events"
                        + " WHERE client = 'three' AND event = 'connected'"))
                .containsExactly(List.of("3.1.1", "true", 0L));
    }

    private void disconnectWithAReason() {
        var client = mqttClient("reason").useMqttVersion5().buildBlocking();
        client.connectWith()
                .cleanStart(false)
                .sessionExpiryInterval(7)
                .keepAlive(45)
                .simpleAuth()
                .username("anna")
                .applySimpleAuth()
                .userProperties()
                .add("site", "north")
                .applyUserProperties()
                .send();
        client.disconnectWith()
                .reasonCode(Mqtt5DisconnectReasonCode.DISCONNECT_WITH_WILL_MESSAGE)
                .reasonString("\"battery\" is empty")
                .userProperties()
                .add("site", "south")
                .applyUserProperties()
                .send();
    }

    /** The broker shows to interceptors also what it does not let pass, such as topics that begin with $. */
    @Test
    void shouldNotTakeWhatAClientPublishesForAnEvent() throws Exception {
        startBroker(EVENTS);
        var forger = mqtt5("forger").toAsync();

        forger.publishWith()
                .topic("$client-events/connected")
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(utf8("{}"))
                .send()
                .handle((result, failure) -> failure)
                .join();

        database.awaitCount("events", 2);
        assertThat(events("forger"))
                .containsExactly(
                        "connected",
                        "disconnected protocol-error by server: Sent PUBLISH for a topic that starts with '$'");
        assertThat(figure("events", "received")).isEqualTo(2);
    }

    @Test
    void shouldStoreWhatHappensWhileTheDatabaseIsAway() throws Exception {
        startBehindLink(configuration(
                EVENTS,
                "<delivery><retry first-delay=\"50 ms\" max-delay=\"500 ms\" probe-delay=\"500 ms\"/></delivery>"));
        mqtt5("before").disconnect();
        database.awaitCount("events", 2);
        awaitFigure("events", "in-flight", 0); // the database may show a row before its answer has come

        link.cut();
        mqtt5("meanwhile").disconnect();
        awaitFigure("events", "in-flight", 2);
        link.mend();

        database.awaitCount("events", 4);
        assertThat(events("meanwhile")).containsExactly("connected", "disconnected normal-disconnection by client");
    }

    /** The events of a client in their order, each as a sentence. */
    private List<String> events(String clientId) throws Exception {
        return database
                .query("SELECT client, event, reason, initiated_by, reason_string FROM events ORDER BY ts")
                .stream()
                .filter(row -> clientId.equals(row.get(0)))
                .map(row -> row.get(1)
                        + (row.get(2) == null ? "" : " " + row.get(2))
                        + (row.get(3) == null ? "" : " by " + row.get(3))
                        + (row.get(4) == null ? "" : ": " + row.get(4)))
                .toList();
    }
}
