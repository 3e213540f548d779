// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import io.github.hivemqtdengine.demo.EmbeddedBroker;
import io.github.hivemqtdengine.testkit.BrokerProcess;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.testkit.FolderCopy;
import io.github.hivemqtdengine.testkit.SparkplugPayload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Names of metrics that come with an alias only. */
class SparkplugBirthsIT extends LinkedBrokerTest {

    private static final long T = 1_767_322_800_000L;

    private static final String ROUTE = """
            <route>
              <id>plant</id>
              <source>publishes, last-wills</source>
              <mqtt-topic-filters><mqtt-topic-filter>spBv1.0/#</mqtt-topic-filter></mqtt-topic-filters>
              <payload format="sparkplug" rows="/metrics"/>
              <table super-table="metrics" sub-table="m_${hash(payload:/name)}" where="payload:/name != 'bdSeq'">
                <timestamp value="${payload:/timestamp}" on-equal="overwrite"/>
                <tag    name="metric" type="VARCHAR(64)" value="${payload:/name}"/>
                <column name="val"    type="DOUBLE"      value="${payload:/value}"/>
              </table>
            </route>
            """;

    private static final String QUICK = """
            <delivery>
              %s
              <retry first-delay="50 ms" max-delay="500 ms"/>
              <drain-timeout>500 ms</drain-timeout>
            </delivery>
            """;

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    @Test
    void shouldNameEachMetricByTheBirthOfItsTime() throws Exception {
        startBehindLink(configuration(ROUTE, QUICK.formatted("")));
        var node = mqtt5("node");
        publish(node, "NBIRTH/E", birth(7, 0, "volts", 1).seq(0));
        publish(node, "NDATA/E", at(1).data(1, 1).seq(1));
        database.awaitCount("metrics", 2);
        link.cut();

        publish(node, "NDATA/E", at(2).data(1, 2).seq(2));
        publish(mqtt5("forger"), "NBIRTH/E", birth(7, 3, "forged", 1).seq(0)); // of another client
        publish(node, "NDATA/E", at(4).data(1, 4).seq(3));
        publish(node, "NBIRTH/E", birth(7, 5, "amps", 1).seq(0));
        publish(node, "NDATA/E", at(6).data(1, 6).seq(1));
        link.mend();

        database.awaitCount("metrics", 7);
        assertThat(rows())
                .containsExactly(
                        row("volts", 0),
                        row("volts", 1),
                        row("volts", 2),
                        row("forged", 3),
                        row("volts", 4),
                        row("amps", 5),
                        row("amps", 6));
        assertThat(deadLetters()).isEmpty();
        assertThat(figure("plant", "mapping.sequence-gaps")).isZero();
    }

    @Tag("full")
    @Test
    void shouldRejectUnknownAliasesAndStoreThemOnceWhenTheyAreReplayedAfterABirth() throws Exception {
        startBroker(ROUTE);
        var node = mqtt5("node");
        publish(node, "DDATA/E/D", at(0).data(1, 0).seq(0));
        publish(node, "NBIRTH/E", birth(7, 1, "volts", 1).seq(0));
        publish(node, "NDATA/E", at(2).data(1, 2).data(99, 2).seq(1));
        publish(node, "DDATA/E/D", at(3).data(1, 3).seq(2));
        awaitFigure("plant", "dead-lettered", 3);
        assertThat(figure("plant", "mapping.unknown-aliases")).isEqualTo(3);
        assertThat(deadLetters()).allMatch(line -> line.contains("\"reason\":\"unknown_alias\""));
        database.awaitCount("metrics", 1);

        publish(node, "NBIRTH/E", birth(7, 4, "volts", 1).born("late", 99, 4).seq(3));
        publish(node, "DBIRTH/E/D", at(5).born("temp", 1, 5).seq(4));
        database.awaitCount("metrics", 4);
        replayDeadLetters();

        database.awaitCount("metrics", 8);
        assertThat(rows())
                .containsExactlyInAnyOrder(
                        row("temp", 0),
                        row("volts", 1),
                        row("volts", 2),
                        row("late", 2),
                        row("temp", 3),
                        row("volts", 4),
                        row("late", 4),
                        row("temp", 5));
        assertThat(figure("plant", "dead-lettered")).isEqualTo(3);
    }

    @Test
    void shouldRejectUnknownDatatypesAndStoreThemOnceWhenTheyAreReplayedAfterABirth() throws Exception {
        startBroker(ROUTE);
        var node = mqtt5("node");
        publish(node, "NDATA/E", at(0).data("depth", -12).seq(0));
        awaitFigure("plant", "dead-lettered", 1);
        assertThat(figure("plant", "mapping.unknown-aliases")).isEqualTo(1);
        assertThat(deadLetters())
                .singleElement()
                .asString()
                .contains(
                        "\"reason\":\"unknown_alias\"",
                        "Metric \\\"depth\\\" has no datatype, because no BIRTH before it is known");

        publish(node, "NBIRTH/E", at(1).bdSeq(7).bornInt32("depth", -11).seq(0));
        database.awaitCount("metrics", 1);
        replayDeadLetters();
        publish(node, "NDATA/E", at(2).data("depth", -10).seq(1));

        database.awaitCount("metrics", 3);
        assertThat(rows()).containsExactly(row("depth", -12), row("depth", -11), row("depth", -10));
        assertThat(figure("plant", "dead-lettered")).isEqualTo(1);
    }

    @Test
    void shouldNotUseEarlierNamesAfterABirthWasDroppedFromTheSpool() throws Exception {
        startBehindLink(configuration(
                ROUTE,
                QUICK.formatted("<overflow>drop-oldest</overflow><queue messages=\"100\"/><lanes>1</lanes>"
                        + "<spool max-bytes=\"1 MiB\" min-free-bytes=\"0 B\"/>")));
        var node = mqtt5("node");
        var name = "E".repeat(250); // fills the spool with few messages
        publish(node, "NBIRTH/" + name, birth(7, 0, "volts", 1).seq(0));
        database.awaitCount("metrics", 1);
        link.cut();

        for (int i = 1; i < 4_000; i++) {
            if (i == 500) {
                publish(node, "NBIRTH/" + name, birth(7, i, "amps", 1).seq(0));
            } else {
                publish(node, "NDATA/" + name, at(i).data(1, i).seq(i % 256));
            }
        }
        link.mend();

        awaitFigure("plant", "in-flight", 0);
        assertThat(figure("plant", "dropped.overflow")).isBetween(500L, 3_000L);
        assertThat(rows()).allMatch(row -> row.get(0).equals("volts") && ((Number) row.get(1)).intValue() < 500);
        assertThat(deadLetters())
                .hasSizeGreaterThan(500)
                .allMatch(line -> line.contains("\"reason\":\"unknown_alias\""));
        long stored = figure("plant", "stored");
        publish(node, "NBIRTH/" + name, birth(7, 4_000, "amps", 1).seq(0));
        publish(node, "NDATA/" + name, at(4_001).data(1, 4_001).seq(1));
        awaitFigure("plant", "stored", stored + 2);
        assertThat(rows()).endsWith(row("amps", 4_000), row("amps", 4_001));
    }

    /** The damaged message is a BIRTH of another session, which the messages after it need. */
    @Tag("full")
    @Test
    void shouldNotUseEarlierNamesAfterAGapInACopiedSpool() throws Exception {
        link.cut();
        startBehindLink(configuration(ROUTE, QUICK.formatted("")));
        var node = mqtt5("node");
        publish(node, "NBIRTH/E", birth(7, 0, "volts", 1).seq(0));
        publish(node, "NDATA/E", at(1).data(1, 1).seq(1));
        publish(node, "NBIRTH/E", birth(8, 2, "amps", 1).seq(0));
        publish(node, "NDATA/E", at(3).data(1, 3).seq(1));
        publish(node, "NBIRTH/E", birth(9, 4, "ohms", 1).seq(0));
        publish(node, "NDATA/E", at(5).data(1, 5).seq(1));
        awaitFigure("plant", "in-flight", 6);
        var copy = folder.resolve("copy");
        FolderCopy.copy(broker.extensionDataFolder().resolve("spool"), copy);
        broker.stop();
        damage(copy, "amps");

        broker = new EmbeddedBroker(folder.resolve("another"), Path.of(System.getProperty("extension.zip")));
        startBroker(ROUTE, QUICK.formatted(""));
        var live = connect(broker.mqttPort());
        publish(live, "NBIRTH/E", birth(20, 6, "live", 1).seq(0));
        database.awaitCount("metrics", 1);
        FolderCopy.copy(copy, broker.extensionDataFolder().resolve("replay/old"));
        await().until(() -> log.text().contains("Replay of \"old\" finished: 5 messages"));
        awaitFigure("plant", "dead-lettered", 1);
        publish(live, "NDATA/E", at(7).data(1, 7).seq(1));

        database.awaitCount("metrics", 6);
        assertThat(rows())
                .containsExactly(
                        row("volts", 0),
                        row("volts", 1),
                        row("ohms", 4),
                        row("ohms", 5),
                        row("live", 6),
                        row("live", 7));
        assertThat(deadLetters()).singleElement().asString().contains("\"reason\":\"unknown_alias\"");
    }

    /** Changes a byte of the only message that has this name. */
    private static void damage(Path spool, String name) throws IOException {
        try (var files = Files.walk(spool)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                var text = Files.readString(file, StandardCharsets.ISO_8859_1);
                if (text.contains(name)) {
                    Files.writeString(
                            file, text.replace(name, name.toUpperCase(Locale.ROOT)), StandardCharsets.ISO_8859_1);
                    return;
                }
            }
        }
        throw new AssertionError("No message has the name " + name);
    }

    @Tag("full")
    @Test
    void shouldCountGapsAndRepeatsOfSequenceNumbers() throws Exception {
        startBroker(ROUTE, QUICK.formatted("<lanes>4</lanes>"));
        var node = mqtt5("node");
        publish(node, "NBIRTH/E", birth(7, 0, "volts", 1).seq(252));
        publish(node, "DBIRTH/E/D", at(1).born("temp", 1, 1).seq(253));
        int[] numbers = {254, 255, 0, 2, 2};
        for (int i = 0; i < numbers.length; i++) {
            publish(
                    node,
                    i % 2 == 0 ? "NDATA/E" : "DDATA/E/D",
                    at(2 + i).data(1, i).seq(numbers[i]));
        }

        database.awaitCount("metrics", 7);
        assertThat(figure("plant", "mapping.sequence-gaps")).isEqualTo(1);
        assertThat(figure("plant", "mapping.sequence-repeats")).isEqualTo(1);
    }

    @Tag("full")
    @Test
    void shouldKnowTheBirthsOfAKilledProcessAndNeedNewOnesAfterwards() throws Exception {
        var behindLink = configuration(ROUTE, QUICK.formatted("")).replace(database.jdbcUrl(), link.jdbcUrl());
        try (var process = BrokerProcess.start(folder, behindLink)) {
            var node = connect(process.mqttPort());
            publish(node, "NBIRTH/E", birth(7, 0, "volts", 1).seq(0));
            publish(node, "DBIRTH/E/D", at(1).born("temp", 1, 1).seq(1));
            await().until(() -> process.figure("plant", "stored") == 2);
            link.cut();
            publish(node, "NDATA/E", at(2).data(1, 2).seq(2));
            publish(node, "DDATA/E/D", at(3).data(1, 3).seq(3));
            process.kill();
        }
        link.mend();

        try (var process =
                BrokerProcess.start(folder, behindLink.replace("<delivery>", "<delivery><lanes>3</lanes>"))) {
            database.awaitCount("metrics", 4); // the first two may come again: the kill may precede their commit
            var node = connect(process.mqttPort());
            publish(node, "NDATA/E", at(4).data(1, 4).seq(4)); // without a birth
            await().until(() -> process.figure("plant", "dead-lettered") == 1);
            publish(node, "NBIRTH/E", birth(8, 5, "amps", 1).seq(0));
            publish(node, "NDATA/E", at(6).data(1, 6).seq(1));
            database.awaitCount("metrics", 6);
        }

        assertThat(rows())
                .containsExactly(
                        row("volts", 0),
                        row("temp", 1),
                        row("volts", 2),
                        row("temp", 3),
                        row("amps", 5),
                        row("amps", 6));
    }

    @Tag("full")
    @Test
    void shouldNotUseAnEarlierBirthAfterAPowerCutHasTakenTheEndOfTheLogOfBirths() throws Exception {
        var behindLink = configuration(ROUTE, QUICK.formatted("")).replace(database.jdbcUrl(), link.jdbcUrl());
        long first;
        try (var process = BrokerProcess.start(folder, behindLink)) {
            var node = connect(process.mqttPort());
            publish(node, "NBIRTH/E", birth(7, 10, "temp", 1).seq(0));
            await().until(() -> process.figure("plant", "stored") == 1);
            first = Files.size(birthLog());
            publish(node, "NBIRTH/E", birth(7, 20, "pressure", 1).seq(0));
            await().until(() -> process.figure("plant", "stored") == 2);
            assertThat(Files.size(birthLog())).isGreaterThan(first);
            link.cut();
            publish(node, "NDATA/E", at(42).data(1, 42).seq(1));
            process.kill();
        }
        Files.write(birthLog(), Arrays.copyOf(Files.readAllBytes(birthLog()), (int) first));
        link.mend();

        try (var process = BrokerProcess.start(folder, behindLink)) {
            await().until(() -> process.figure("plant", "dead-lettered") == 1);
            var node = connect(process.mqttPort());
            publish(node, "NBIRTH/E", birth(8, 50, "volts", 1).seq(0));
            publish(node, "NDATA/E", at(51).data(1, 51).seq(1));
            database.awaitCount("metrics", 4);
        }

        assertThat(rows()).containsExactly(row("temp", 10), row("pressure", 20), row("volts", 50), row("volts", 51));
    }

    private Path birthLog() throws IOException {
        try (var files = Files.walk(folder)) {
            return files.filter(file -> file.endsWith("births.log")).findFirst().orElseThrow();
        }
    }

    @Tag("full")
    @Test
    void shouldKeepBirthsWhileTheMappingChangesAndForgetThemWithoutARoute() throws Exception {
        var other = Routes.NUMBERS;
        startBehindLink(configuration(ROUTE + other, QUICK.formatted("")));
        var node = mqtt5("node");
        publish(node, "NBIRTH/E", birth(7, 0, "volts", 1).seq(0));
        database.awaitCount("metrics", 1);
        link.cut();
        publish(node, "NDATA/E", at(1).data(1, 1).seq(1));
        await("the first batch").until(() -> figure("plant", "retried") > 0);
        publish(node, "NDATA/E", at(2).data(1, 2).seq(2)); // waits in the queue

        change(
                ROUTE.replace("value=\"${payload:/value}\"", "value=\"${payload:/value * 10}\"") + other,
                "routes changed");
        link.mend();
        database.awaitCount("metrics", 3);
        assertThat(rows()).containsExactly(row("volts", 0), row("volts", 1), row("volts", 20));

        change(other, "routes removed");
        change(ROUTE + other, "routes added");
        publish(node, "NDATA/E", at(3).data(1, 3).seq(3));
        awaitFigure("plant", "dead-lettered", 1);
        publish(node, "NBIRTH/E", birth(7, 4, "volts", 1).seq(4));
        database.awaitCount("metrics", 4);
        assertThat(log.lines().stream().filter(line -> line.contains("The first Sparkplug route was added")))
                .hasSize(1);
    }

    private void change(String routes, String change) throws IOException {
        Files.writeString(
                broker.configurationFile(),
                configuration(routes, QUICK.formatted("")).replace(database.jdbcUrl(), link.jdbcUrl()));
        await(change).until(() -> log.text().contains("Configuration change applied: " + change));
    }

    private void replayDeadLetters() throws IOException {
        var replay = Files.createDirectories(broker.extensionDataFolder().resolve("replay"));
        Files.move(deadLetterFile(), replay.resolve("dead-letters.jsonl"));
    }

    private List<List<Object>> rows() throws Exception {
        return database.query("SELECT metric, val FROM metrics ORDER BY ts");
    }

    private static List<Object> row(String metric, double value) {
        return List.of(metric, value);
    }

    private static SparkplugPayload at(int millis) {
        return new SparkplugPayload(T + millis);
    }

    /** Returns an NBIRTH whose only metric has the alias 1 and the value of its time. */
    private static SparkplugPayload birth(long bdSeq, int millis, String name, long alias) {
        return at(millis).bdSeq(bdSeq).born(name, alias, millis);
    }

    private static void publish(Mqtt5BlockingClient client, String topic, byte[] payload) {
        client.publishWith()
                .topic("spBv1.0/G/" + topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(payload)
                .send();
    }

    private static Mqtt5BlockingClient connect(int port) {
        var client = MqttClient.builder()
                .useMqttVersion5()
                .identifier("node")
                .serverHost(EmbeddedBroker.HOST)
                .serverPort(port)
                .buildBlocking();
        client.connect();
        return client;
    }
}
