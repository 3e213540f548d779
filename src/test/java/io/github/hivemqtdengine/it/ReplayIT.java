// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.testkit.TcpRelay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Replays dead letters and another spool through the current mapping. */
class ReplayIT extends BrokerTest {

    private static final Pattern ARRIVAL = Pattern.compile("\"arrival\":\"([^\"]*)\"");

    /** Reads a string for the number. */
    private static final String WRONG = Routes.NUMBERS.replace("${payload:/n}", "${payload:/name}");

    private static final String IMPATIENT = """
            <delivery>
              <retry first-delay="50 ms" max-delay="500 ms"/>
              <drain-timeout>500 ms</drain-timeout>
            </delivery>
            """;

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    @Test
    void shouldStoreDeadLettersOnceAtTheirOwnTimesWhenTheMappingIsCorrected() throws Exception {
        startBroker(WRONG);
        publish(mqtt5("before"), 0, 100);
        awaitFigure("load", "dead-lettered", 100);
        var arrivals = deadLetters().stream().map(ReplayIT::arrival).toList();
        broker.stop();

        startBroker(Routes.NUMBERS);
        var client = mqtt5("after");
        publish(client, 100, 120);
        Files.move(deadLetterFile(), replayFolder().resolve("dead-letters.jsonl"));
        publish(client, 120, 140);

        database.awaitCount("numbers", 140);
        assertThat(database.query("SELECT n FROM numbers ORDER BY ts")).isEqualTo(numbers(140));
        assertThat(database.query("SELECT ts FROM numbers WHERE n < 100 ORDER BY ts"))
                .isEqualTo(arrivals.stream().map(List::<Object>of).toList());
        awaitDone("dead-letters.jsonl", 100);
        assertThat(figure("load", "received")).isEqualTo(140);
        awaitFigure("load", "stored", 140);

        broker.stop();
        broker.start(0);
        publish(mqtt5("again"), 140, 141);
        database.awaitCount("numbers", 141);
        assertThat(figure("load", "received")).isEqualTo(1);
        assertThat(deadLetters()).isEmpty();
    }

    @Test
    void shouldMakeNewDeadLettersOnceOfWhatFailsAgain() throws Exception {
        startBroker(WRONG);
        publish(mqtt5("before"), 0, 20);
        awaitFigure("load", "dead-lettered", 20);
        Files.move(deadLetterFile(), replayFolder().resolve("dead-letters.jsonl"));

        awaitFigure("load", "dead-lettered", 40);

        awaitDone("dead-letters.jsonl", 20);
        assertThat(deadLetters()).hasSize(20);
        assertThat(figure("load", "received")).isEqualTo(40);
        assertThat(database.count("numbers")).isZero();
    }

    @Tag("full")
    @Test
    void shouldStoreWhatWaitsInACopiedSpool() throws Exception {
        try (var link = new TcpRelay(database.jdbcUrl())) {
            link.cut();
            var configuration = configuration(Routes.NUMBERS, IMPATIENT);
            Files.writeString(broker.configurationFile(), configuration.replace(database.jdbcUrl(), link.jdbcUrl()));
            broker.start(0);
            publish(mqtt5("before"), 0, 200);
            broker.stop();
        }
        Files.move(broker.extensionDataFolder().resolve("spool"), replayFolder().resolve("of-another-broker"));

        startBroker(Routes.NUMBERS);
        publish(mqtt5("after"), 200, 250);

        database.awaitCount("numbers", 250);
        assertThat(database.query("SELECT n FROM numbers ORDER BY ts")).isEqualTo(numbers(250));
        awaitDone("of-another-broker", 200);
        assertThat(figure("load", "received")).isEqualTo(250);
    }

    private Path replayFolder() {
        return broker.extensionDataFolder().resolve("replay");
    }

    private void awaitDone(String file, int messages) throws IOException {
        await().until(() -> log.text().contains("Replay of \"" + file + "\" finished: " + messages + " messages"));
        assertThat(replayFolder().resolve("done").resolve(file)).exists();
        assertThat(replayFolder().resolve("taking")).isEmptyDirectory();
    }

    private static Instant arrival(String line) {
        var arrival = ARRIVAL.matcher(line);
        assertThat(arrival.find()).isTrue();
        return Instant.parse(arrival.group(1));
    }

    private static List<List<Object>> numbers(int count) {
        return LongStream.range(0, count)
                .mapToObj(number -> List.<Object>of(number))
                .toList();
    }

    private static void publish(Mqtt5BlockingClient client, int from, int to) {
        for (int i = from; i < to; i++) {
            client.publishWith()
                    .topic("load/one")
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload(utf8("{\"n\":" + i + ",\"name\":\"number\"}"))
                    .send();
        }
    }
}
