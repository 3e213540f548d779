// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PublishResult;
import io.github.hivemqtdengine.testkit.BrokerTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ExactCountIT extends BrokerTest {

    private static final int CLIENTS = 50;
    private static final int MESSAGES_EACH = 2_000;
    private static final int AT_ONCE = 100;

    @Tag("full")
    @Test
    void shouldStoreEachOfAHundredThousandMessagesOnce() throws Exception {
        startBroker(Routes.EVERYTHING);
        var clients = IntStream.range(0, CLIENTS)
                .mapToObj(number -> mqtt5("client-" + number).toAsync())
                .toList();

        for (int first = 0; first < MESSAGES_EACH; first += AT_ONCE) {
            publish(clients, first);
        }

        database.awaitCount("messages", CLIENTS * MESSAGES_EACH);
        var pairs = database.query("SELECT DISTINCT client, payload FROM messages");
        assertThat(pairs).as("messages that differ").hasSize(CLIENTS * MESSAGES_EACH);
        awaitFigure("everything", "stored", CLIENTS * MESSAGES_EACH);
        assertThat(deadLetters()).isEmpty();
    }

    private static void publish(List<Mqtt5AsyncClient> clients, int first) {
        var acknowledgements = new ArrayList<CompletableFuture<Mqtt5PublishResult>>();
        for (int client = 0; client < clients.size(); client++) {
            for (int number = first; number < first + AT_ONCE; number++) {
                acknowledgements.add(clients.get(client)
                        .publishWith()
                        .topic("load/" + client)
                        .qos(Objects.requireNonNull(MqttQos.fromCode(number % 3)))
                        .payload(utf8("message " + number))
                        .send());
            }
        }
        CompletableFuture.allOf(acknowledgements.toArray(CompletableFuture[]::new))
                .join();
    }
}
