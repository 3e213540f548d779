// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperties;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.Compressor;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compressed payloads become rows, with the libraries as they are in the packaged jar. */
class CompressionIT extends BrokerTest {

    private static final long RECORDS = 100;
    private static final List<String> WORDS = List.of("gzip", "zlib", "snappy", "zstd", "lz4");

    @Test
    void shouldStoreWhatTheRouteSaysHowItWasCompressed() throws Exception {
        startBroker(WORDS.stream().map(word -> route(word, word)).collect(Collectors.joining()));
        var client = mqtt5("c1");

        for (var compressor : Compressor.values()) {
            publish(client, compressor.word() + "/" + compressor, compressor.compress(records(0)));
        }

        for (var word : WORDS) {
            long senders = Arrays.stream(Compressor.values())
                    .filter(compressor -> compressor.word().equals(word))
                    .count();
            awaitFigure(word, "stored", senders);
            database.awaitCount("rows_" + word, senders * RECORDS);
        }
    }

    @Test
    void shouldStoreWhatMessagesSayHowTheyWereCompressed() throws Exception {
        startBroker(route("said", "content-encoding") + route("seen", "auto"));
        var client = mqtt5("c1");
        int seen = 0;

        for (var compressor : Compressor.values()) {
            var payload = compressor.compress(records(0));
            publishSaying(client, "said/" + compressor, compressor.contentEncoding(), payload);
            publishSaying(client, "seen/said-" + compressor, compressor.contentEncoding(), payload);
            seen++;
            if (compressor != Compressor.SNAPPY_RAW) {
                publish(client, "seen/" + compressor, payload);
                seen++;
            }
        }
        publish(client, "said/plain", records(0));
        publish(client, "seen/plain", records(0));

        database.awaitCount("rows_said", (Compressor.values().length + 1) * RECORDS);
        database.awaitCount("rows_seen", (seen + 1) * RECORDS);
        assertThat(figure("said", "dead-lettered") + figure("seen", "dead-lettered"))
                .isZero();
    }

    @Test
    void shouldKeepBombsAndDamagedPayloadsAsDeadLetters() throws Exception {
        startBroker(route("seen", "auto\" max-bytes=\"1 MiB"));
        var client = mqtt5("c1");
        int refused = 0;

        for (var compressor : Compressor.values()) {
            if (compressor != Compressor.SNAPPY_RAW) {
                var bomb = compressor.zeros(2);
                publish(client, "seen/bomb", bomb);
                publish(client, "seen/damaged", Arrays.copyOf(bomb, bomb.length / 2));
                refused += 2;
            }
        }
        publishSaying(client, "seen/unknown", "br", records(0));
        publish(client, "seen/next", Compressor.ZSTD.compress(records(0)));

        awaitFigure("seen", "dead-lettered", refused + 1);
        database.awaitCount("rows_seen", RECORDS);
        assertThat(deadLetters())
                .anyMatch(
                        letter -> letter.contains("Decompressed, the payload has more than 1048576 bytes (max-bytes)"))
                .anyMatch(letter -> letter.contains("The content-encoding is none of gzip"));
        awaitEvenAccount("seen");
    }

    /** Each start has a class loader of its own, which loads the native libraries again. */
    @Tag("full")
    @Test
    void shouldLoadItsLibrariesAfterEveryStart() throws Exception {
        Files.writeString(broker.configurationFile(), configuration(route("seen", "auto"), ""));
        for (int round = 1; round <= 3; round++) {
            broker.start(0);
            var client = mqtt5("c" + round);
            publish(client, "seen/zstd", Compressor.ZSTD.compress(records(round)));
            publish(client, "seen/snappy", Compressor.SNAPPY_FRAMED.compress(records(round)));
            publish(client, "seen/lz4", Compressor.LZ4.compress(records(round)));
            broker.stop();

            database.awaitCount("rows_seen", 3 * RECORDS * round);
        }
        assertThat(deadLetterFile()).doesNotExist();
    }

    private static byte[] records(int round) {
        return utf8(LongStream.range(0, RECORDS)
                .mapToObj(i -> "{\"t\":" + (1767322800000L + round * 1_000L + i) + ",\"v\":" + i + "}")
                .collect(Collectors.joining(",", "[", "]")));
    }

    private static void publish(Mqtt5BlockingClient client, String topic, byte[] payload) {
        client.publishWith()
                .topic(topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(payload)
                .send();
    }

    private static void publishSaying(
            Mqtt5BlockingClient client, String topic, String contentEncoding, byte[] payload) {
        client.publishWith()
                .topic(topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .userProperties(Mqtt5UserProperties.builder()
                        .add("Content-Encoding", contentEncoding)
                        .build())
                .payload(payload)
                .send();
    }

    private static String route(String id, String compression) {
        return """
                <route>
                  <id>%1$s</id>
                  <mqtt-topic-filters><mqtt-topic-filter>%1$s/{sender}</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="json" rows="" compression="%2$s"/>
                  <table super-table="rows_%1$s" sub-table="%1$s_${mqtt-topic:sender}">
                    <timestamp value="${payload:/t}" unit="ms"/>
                    <tag    name="sender" type="VARCHAR(32)" value="${mqtt-topic:sender}"/>
                    <column name="number" type="INT"         value="${payload:/v}"/>
                  </table>
                </route>
                """.formatted(id, compression);
    }
}
