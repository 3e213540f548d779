// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.measure.Recording;
import io.github.hivemqtdengine.loadtest.mqtt.link.Broker;
import io.github.hivemqtdengine.loadtest.mqtt.replay.TrafficCapture;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import io.github.hivemqtdengine.loadtest.scenario.reader.ScenarioReader;
import io.github.hivemqtdengine.loadtest.scenario.reader.Variation;
import io.github.hivemqtdengine.loadtest.traffic.TrafficMessage;
import io.github.hivemqtdengine.loadtest.traffic.TrafficReader;
import io.github.hivemqtdengine.loadtest.traffic.TrafficWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(SharedHiveMq.class)
class ReplayTest {

    private static final int MESSAGES = 60;
    private static final long LENGTH_MICROS = 600_000;

    @TempDir
    private Path folder;

    private final TestBroker broker;

    ReplayTest(TestBroker broker) {
        this.broker = broker;
    }

    private static TrafficMessage message(int number) {
        boolean rich = number % 3 == 0;
        return new TrafficMessage(
                number * LENGTH_MICROS / MESSAGES,
                "replay/" + number % 5,
                number % 5 % 3, // MQTT keeps the order of a topic for each QoS only
                rich,
                rich ? "text/plain" : null,
                rich ? List.of(List.of("unit", "°C"), List.of("unit", "K")) : List.of(),
                ("message " + number).getBytes(UTF_8));
    }

    private Path recording() throws IOException {
        var file = folder.resolve("traffic.zst");
        try (var writer = TrafficWriter.create(file, "replay/#", 1_000_000)) {
            for (int number = 0; number < MESSAGES; number++) {
                writer.add(message(number));
            }
            writer.end("time", LENGTH_MICROS);
        }
        return file;
    }

    private LoadPlan plan(String text) throws Exception {
        var file = Files.writeString(folder.resolve("replay.conf"), text);
        return ScenarioReader.read(file, Variation.NONE).load();
    }

    private LoadResult run(LoadPlan plan) throws Exception {
        return new Loader(broker.address(), "replay", Recording.NOTHING).run(plan, RunListener.NONE);
    }

    /** Records a replay, and compares both recordings. */
    @Test
    void shouldReplayWhatWasCaptured() throws Exception {
        var plan = plan("""
                num_publishers = 3
                num_subscribers = 1
                qos_subscriber = 1
                subscriber_timeout = 1
                x.payload = recording
                x.recording = %s
                x.replay_factor = 2
                """.formatted(recording()));
        var again = folder.resolve("again.zst");
        var listening = new CountDownLatch(1);
        var capture = CompletableFuture.supplyAsync(() -> capture(plan, again, listening));
        listening.await();

        var result = run(plan);
        run(plan("num_subscribers = 0\nnum_messages = 1\nx.topic = replay/end\n")); // ends the recording by its size

        assertThat(capture.join()).isEqualTo("size");
        assertThat(result.failures()).isEmpty();
        assertThat(result.sentCount()).isEqualTo(MESSAGES);
        assertThat(result.acknowledgedCount()).isEqualTo(MESSAGES);
        assertThat(result.deliveries().received()).isEqualTo(MESSAGES);
        assertThat(result.deliveries().lost()).isZero();
        assertThat(result.endOfSendingMicros() - result.startMicros())
                .isGreaterThanOrEqualTo(LENGTH_MICROS / 2 * 9 / 10);
        assertSameAsSent(again);
    }

    private String capture(LoadPlan plan, Path file, CountDownLatch listening) {
        long mostBytes = IntStream.range(0, MESSAGES)
                .mapToLong(number -> message(number).size())
                .sum();
        try (var writer = TrafficWriter.create(file, "replay/#", mostBytes)) {
            var connection = new Broker(broker.address(), "capture", plan.clients(), 1);
            return TrafficCapture.run(connection, "replay/#", 2, Duration.ofMinutes(1), writer, listening::countDown);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void assertSameAsSent(Path file) throws IOException {
        var captured = new ArrayList<TrafficMessage>();
        var traffic = TrafficReader.read(file, captured::add);

        assertThat(traffic.filter()).isEqualTo("replay/#");
        for (int topic = 0; topic < 5; topic++) {
            var name = "replay/" + topic;
            var sent = new ArrayList<TrafficMessage>();
            for (int number = topic; number < MESSAGES; number += 5) {
                sent.add(message(number));
            }
            assertThat(captured.stream().filter(each -> each.topic().equals(name)))
                    .usingRecursiveFieldByFieldElementComparatorIgnoringFields("micros")
                    .containsExactlyElementsOf(sent);
        }
    }

    @Test
    void shouldSendThePayloadsOfFilesInTurn() throws Exception {
        var lines = Files.writeString(folder.resolve("lines.jsonl"), "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n");
        var plan = plan("""
                num_publishers = 2
                num_messages = 30
                qos_publisher = 1
                x.topic = files/{client}
                subscriber_timeout = 1
                x.payload = file
                x.files = %s
                """.formatted(lines));

        var result = run(plan);

        assertThat(result.failures()).isEmpty();
        assertThat(result.acknowledgedCount()).isEqualTo(60);
        assertThat(result.deliveries().received()).isEqualTo(60);
        assertThat(result.deliveries().latency().count()).isZero();
    }
}
