// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.cli.Terminal.Result;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.pipeline.queue.HighWaterMark;
import io.github.hivemqtdengine.spool.Spool;
import io.github.hivemqtdengine.spool.archive.Archive;
import io.github.hivemqtdengine.spool.archive.ArchiveSettings;
import io.github.hivemqtdengine.spool.log.SpoolSettings;
import io.github.hivemqtdengine.testkit.SparkplugPayload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArchiveReplayCommandTest {

    private static final long HOUR = 3_600_000_000L;

    @TempDir
    private Path folder;

    private Path data;
    private Path home;
    private Terminal terminal;

    @BeforeEach
    void createFolders() throws IOException {
        home = Files.createDirectories(folder.resolve("extensions/hivemq-tdengine-extension"));
        terminal = Terminal.with(home, Terminal.CONFIGURATION);
        data = Files.createDirectories(folder.resolve("data/hivemq-tdengine-extension"));
    }

    @Test
    void shouldReplayTheMessagesOfARouteAndATime() throws Exception {
        archive(
                message("meters", "site/a/meter/1", "{\"t\":1,\"v\":1}", -3 * HOUR),
                message("meters", "site/a/meter/2", "{\"t\":2,\"v\":2}", -HOUR),
                message("wills", "site/a/meter/1", "gone", -HOUR),
                message("meters", "site/b/meter/1", "{\"t\":3,\"v\":3}", -HOUR));

        var result = run("--route", "meters", "--since", "2h", "--topic", "site/+/meter/1");

        assertThat(result.err()).isEmpty();
        assertThat(result.out()).contains("Messages: 1, failed: 0", "Route meters: rows: 1", "Written to ");
        assertThat(result.code()).isZero();
        assertThat(replayed())
                .singleElement()
                .asString()
                .contains("\"route\":\"meters\"", "\"topic\":\"site/b/meter/1\"", "\"copied\":true", "\"archived\"");
        assertThat(run("--check", "--json").json())
                .containsEntry("messages", 4L)
                .containsEntry("failed", 0L)
                .containsEntry("withoutBirth", 0L)
                .containsEntry("missing", 0L)
                .containsEntry("damaged", 0L)
                .containsEntry("file", null);
        assertThat(replayed()).hasSize(1);
    }

    @Test
    void shouldReplayNothingIfTodaysMappingRefusesAMessage() throws Exception {
        archive(
                message("meters", "site/a/meter/1", "{\"t\":1,\"v\":\"x\"}", -HOUR),
                message("meters", "site/a/meter/1", "{\"t\":2,\"v\":2}", -HOUR + 1),
                message("former", "site/a/meter/1", "{\"t\":3,\"v\":3}", -HOUR + 2));

        var refused = run();
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.out())
                .contains(
                        "site/a/meter/1 at 2025-12-31T23:00:00Z: meters: ",
                        "there is no route former; name another one: --into ID",
                        "Messages: 3, failed: 2",
                        "Nothing is replayed. Correct the mapping, or replay the other messages with --only-stored");
        assertThat(replayed()).isEmpty();

        assertThat(run("--only-stored").code()).isEqualTo(1);
        assertThat(replayed()).hasSize(1);
        assertThat(run("--route", "former", "--into", "meters").code()).isZero();
        assertThat(replayed()).hasSize(2).last().asString().contains("\"route\":\"meters\"");
    }

    @Test
    void shouldLeaveOutSparkplugWhoseBirthMayBeMissing() throws Exception {
        terminal.write(
                "conf/config.xml",
                Terminal.CONFIGURATION.replace(
                        "</routes>", "<route><id>factory</id><payload format=\"sparkplug\"/></route></routes>"));
        var birth = new SparkplugPayload(1).bdSeq(0).born("speed", 7, 1.5f).seq(0);
        var next = new SparkplugPayload(2).data(7, 2.5f).seq(1);
        archive(sparkplug("NDATA", next, -3), sparkplug("NBIRTH", birth, -2), sparkplug("NDATA", next, -1));

        var result = run();

        assertThat(result.out()).contains("1 messages of Sparkplug edge nodes are left out", "Messages: 2, failed: 0");
        assertThat(result.code()).isEqualTo(1);
        assertThat(replayed()).hasSize(2);
    }

    @Test
    void shouldRefuseWhatTheBrokerWouldNotTake() throws Exception {
        terminal.write(
                "conf/config.xml",
                Terminal.CONFIGURATION.replace(
                        "</routes>", "</routes><delivery><max-message-bytes>1 KiB</max-message-bytes></delivery>"));
        archive(message("wills", "site/a/meter/1", "x".repeat(1_025), -HOUR));

        assertThat(run("--only-stored").out())
                .contains("its payload is larger than max-message-bytes", "No message would be stored");
        assertThat(replayed()).isEmpty();
    }

    @Test
    void shouldSayThatThereIsNothing() throws Exception {
        assertThat(run().out()).contains("The archive has no message of that time; <archive> in <delivery>");

        archive(message("meters", "site/a/meter/1", "{\"t\":1,\"v\":1}", -HOUR));

        var another = run("--route", "pumps");
        assertThat(another.code()).isEqualTo(1);
        assertThat(another.out()).contains("There is no such message; the archive has some of the routes meters");
        assertThat(run("--until", "2h").out()).contains("The archive has no message of that time");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--into meters | --into needs --route",
                "--route meters --into pumps | There is no route pumps in ",
                "--since yesterday | --since \"yesterday\" is not a time",
                "--topic a/#/b | --topic \"a/#/b\": "
            })
    void shouldRefuseOptionsThatMakeNoSense(String options, String sentence) {
        var result = run(options.split(" "));

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains(sentence);
    }

    private Result run(String... options) {
        var all = new ArrayList<>(List.of("archive", "replay"));
        all.addAll(Arrays.asList(options));
        return terminal.run(all.toArray(String[]::new));
    }

    private List<String> replayed() throws IOException {
        var lines = new ArrayList<String>();
        if (Files.exists(data.resolve("replay"))) {
            try (var files = Files.list(data.resolve("replay"))) {
                for (var file : files.filter(one -> one.toString().endsWith(".jsonl"))
                        .sorted()
                        .toList()) {
                    lines.addAll(Files.readAllLines(file));
                }
            }
        }
        return lines;
    }

    /** Message and its route. */
    private record Stored(String route, InboundMessage message) {}

    private static Stored message(String route, String topic, String payload, long arrival) {
        return stored(route, topic, payload.getBytes(UTF_8), arrival);
    }

    private static Stored sparkplug(String type, byte[] payload, long arrival) {
        return stored("factory", "spBv1.0/plant/" + type + "/node", payload, arrival);
    }

    /** @param arrival relative to the current time, microseconds */
    private static Stored stored(String route, String topic, byte[] payload, long arrival) {
        return new Stored(
                route,
                new InboundMessage(
                        topic,
                        payload,
                        "client",
                        null,
                        1,
                        false,
                        false,
                        Mqtt5Properties.NONE,
                        Terminal.NOW_MICROS + arrival));
    }

    private void archive(Stored... messages) throws IOException {
        var archive = new Archive(
                data.resolve(Archive.NAME), new ArchiveSettings(1L << 30, Duration.ofDays(9)), 0, Clock.systemUTC());
        try (var spool = Spool.open(data.resolve("spool"), "layout", SpoolSettings.DEFAULT, archive)) {
            var lane = spool.log("plant", 1);
            lane.forEachWaiting(message -> {});
            spool.reassign(message -> {});
            for (var one : messages) {
                lane.append(one.route(), one.message());
            }
            lane.commit(lane.lastNumber(), HighWaterMark.NONE);
        }
    }
}
