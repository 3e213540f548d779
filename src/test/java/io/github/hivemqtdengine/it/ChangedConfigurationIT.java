// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The configuration is changed while messages wait for a database that is away. */
class ChangedConfigurationIT extends LinkedBrokerTest {

    private static final int TOPICS = 6;
    private static final int BEFORE = 300;
    private static final int ALL = 400;
    private static final int ROWS_OVERWRITTEN = 20;

    private static final String DELIVERY = """
            <delivery>
              <lanes>3</lanes>
              <lane-key>topic</lane-key>
              <queue messages="20"/>
              <batch rows="10" linger="1 ms"/>
              <retry first-delay="50 ms" max-delay="500 ms" probe-delay="500 ms"/>
              <drain-timeout>200 ms</drain-timeout>
            </delivery>
            """;

    /** The same messages a second time, in another table. */
    private static final String COPY = Routes.NUMBERS
            .replace("<id>load</id>", "<id>copy</id>")
            .replace("\"numbers\"", "\"copies\"")
            .replace("numbers_", "copies_");

    /** A row shows which of the messages that overwrite it was written last. */
    private static final String LAST = Routes.NUMBERS
            .replace("<id>load</id>", "<id>last</id>")
            .replace("\"numbers\"", "\"latest\"")
            .replace("numbers_", "latest_")
            .replace("<timestamp/>", "<timestamp value=\"${payload:/t}\" unit=\"ms\" on-equal=\"overwrite\"/>");

    @Tag("full")
    @ParameterizedTest
    @ValueSource(
            strings = {"<lanes>7</lanes><lane-key>topic</lane-key>", "<lanes>3</lanes><lane-key>client-id</lane-key>"})
    void shouldKeepTheOrderInOtherLanes(String lanes) throws Exception {
        leaveWaiting(configuration(Routes.NUMBERS + LAST, DELIVERY));

        startAgain(configuration(
                Routes.NUMBERS + LAST, DELIVERY.replace("<lanes>3</lanes>\n  <lane-key>topic</lane-key>", lanes)));

        assertThat(Files.readString(broker.configurationFile())).contains(lanes);
        assertStored("numbers", 0);
        awaitFigure("last", "stored", TOPICS * ALL);
        assertStored("latest", ALL - ROWS_OVERWRITTEN);
        assertThat(figure("load", "received")).isEqualTo(TOPICS * ALL);
        assertThat(deadLetters()).isEmpty();
    }

    /**
     * Waiting messages are mapped when they are written, so a wrong field that is corrected meanwhile costs nothing.
     */
    @Tag("full")
    @Test
    void shouldStoreWhatWaitsAsTheMappingIsThen() throws Exception {
        leaveWaiting(configuration(Routes.NUMBERS.replace("${payload:/n}", "${payload:/t}"), DELIVERY));

        startAgain(configuration(Routes.NUMBERS, DELIVERY));

        assertStored("numbers", 0);
        assertThat(deadLetters()).isEmpty();
    }

    /** The added route is new and has no waiting messages. */
    @Tag("full")
    @Test
    void shouldSayInTheDeadLettersWhichRouteIsGone() throws Exception {
        leaveWaiting(configuration(Routes.NUMBERS + COPY, DELIVERY));

        startAgain(configuration(Routes.NUMBERS + LAST, DELIVERY));

        assertStored("numbers", 0);
        assertThat(deadLetters()).hasSize(TOPICS * BEFORE).allMatch(line -> line.contains("\"no_route\""));
        assertThat(figure("copy", "received")).isEqualTo(TOPICS * BEFORE);
        assertThat(figure("copy", "dead-lettered")).isEqualTo(TOPICS * BEFORE);
        awaitEvenAccount("copy");
        assertThat(database.count("copies")).isZero();
        assertThat(figure("last", "received")).isEqualTo(TOPICS * (ALL - BEFORE));
    }

    /** Starts without a database, takes messages in and stops. */
    private void leaveWaiting(String configuration) throws Exception {
        link.cut();
        start(configuration);
        publish(mqtt5("client").toAsync(), 0, BEFORE);
        awaitFigure("load", "in-flight", TOPICS * BEFORE);
        broker.stop();
    }

    /** Starts with the database, while further messages come in. */
    private void startAgain(String configuration) throws Exception {
        link.mend();
        start(configuration);
        publish(mqtt5("client").toAsync(), BEFORE, ALL);
    }

    private void start(String configuration) throws Exception {
        startBehindLink(configuration.replace("</database>", "<connect-timeout>1 s</connect-timeout></database>"));
    }

    private static void publish(Mqtt5AsyncClient client, int from, int to) {
        var acknowledged = new ArrayList<CompletableFuture<?>>();
        for (int number = from; number < to; number++) {
            for (int topic = 0; topic < TOPICS; topic++) {
                acknowledged.add(client.publishWith()
                        .topic("load/" + topic)
                        .qos(MqttQos.AT_LEAST_ONCE)
                        .payload(utf8("{\"n\":%d,\"t\":%d}"
                                .formatted(number, 1_767_322_800_000L + number % ROWS_OVERWRITTEN)))
                        .send());
            }
        }
        CompletableFuture.allOf(acknowledged.toArray(CompletableFuture[]::new)).join();
    }

    /** Asserts that each topic's messages from this number on are stored. */
    private void assertStored(String table, int first) throws Exception {
        awaitFigure("load", "stored", TOPICS * ALL);
        database.awaitCount(table, (long) TOPICS * (ALL - first));
        for (int topic = 0; topic < TOPICS; topic++) {
            var query = "SELECT n FROM " + table + " WHERE client = '" + topic + "' ORDER BY ts";
            var numbers = IntStream.range(first, ALL)
                    .mapToObj(number -> List.<Object>of((long) number))
                    .toList();
            await(query).untilAsserted(() -> assertThat(database.query(query)).isEqualTo(numbers));
        }
    }
}
