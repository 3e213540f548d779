// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.hivemqtdengine.testkit.FileRights;
import io.github.hivemqtdengine.time.EpochClock;
import io.github.hivemqtdengine.trace.TraceRequest;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceCommandTest {

    private static final String LINES = """
            {"time":"2026-01-01T00:00:01.5Z","client":"press-7","topic":"plant/press/7","qos":1,"payloadBytes":23,\
            "routes":[{"route":"presses","outcome":"stored","rows":1,"lane":"tdengine-plant-1","ms":9.5},\
            {"route":"raw","outcome":"dropped","reason":"no-rows","ms":9.0}]}
            {"time":"2026-01-01T00:00:02Z","client":"evil\\u001b[2J\\n","topic":"t","qos":0,"payloadBytes":0,"routes":[]}
            {"time":"2026-01-01T00:00:03Z","client":"press-7","topic":"t","qos":2,"payloadBytes":1,\
            "routes":[{"route":"presses","outcome":"dead-letter","reason":"decode","ms":4.0}]}
            {"time":"2026-01-01T00:00:04Z","client":"press-7","topic":"t","qos":2,"payloadBytes":1,\
            "routes":[{"route":"presses","outcome":"waiting"}]}
            """;

    @TempDir
    private Path hivemq;

    private Terminal terminal;
    private Path data;

    @BeforeEach
    void open() throws Exception {
        terminal = new Terminal(hivemq.resolve("extensions/hivemq-tdengine-extension"));
        data = Files.createDirectories(hivemq.resolve("data/hivemq-tdengine-extension"));
    }

    /** Takes the request as the extension does, and writes these lines in two parts. */
    private CompletableFuture<TraceRequest> extension(String lines) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                await().until(() -> Files.exists(TraceRequest.file(data)));
                var request = TraceRequest.read(data).orElseThrow();
                Files.writeString(request.lines(data), lines.substring(0, lines.length() / 2));
                Files.writeString(request.lines(data), lines.substring(lines.length() / 2), StandardOpenOption.APPEND);
                return request;
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    void shouldPrintALineForEachMessage() {
        var extension =
                extension(LINES + "{\"end\":\"time\",\"sentence\":\"the time is over\",\"lines\":4,\"waiting\":1}\n");

        var result = terminal.run("trace", "--client", "press-7", "--topic", "plant/#", "--minutes", "60");

        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isZero();
        assertThat(result.out().replaceAll(" +", " ")).isEqualTo("""
                TIME (UTC) CLIENT TOPIC QOS BYTES OUTCOME
                00:00:01.500 press-7 plant/press/7 1 23 presses: stored, 1 row, 9.5 ms; raw: dropped (no-rows), 9.0 ms
                00:00:02.000 evil?[2J? t 0 0 no route matches
                00:00:03.000 press-7 t 2 1 presses: dead letter (decode), 4.0 ms
                00:00:04.000 press-7 t 2 1 presses: waits for the database
                The trace has ended after 4 lines: the time is over; messages without an outcome: 1
                """.replace("\n", System.lineSeparator()));
        var request = extension.join();
        assertThat(request.client()).isEqualTo("press-7");
        assertThat(request.topic()).hasToString("plant/#");
        assertThat(request.until()).isEqualTo(Instant.parse("2026-01-01T01:00:00Z"));
        assertThat(TraceRequest.file(data)).as("request").doesNotExist();
    }

    @Test
    void shouldPrintTheLinesAsJson() {
        var extension = extension(LINES + "{\"end\":\"file\",\"sentence\":\"full\",\"lines\":4,\"waiting\":0}\n");

        var result = terminal.run("trace", "--topic", "#", "--json");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out().lines()).hasSize(5);
        assertThat(result.out())
                .contains("\"routes\":[{\"route\":\"presses\",\"outcome\":\"stored\",\"rows\":1,")
                .contains("{\"end\":\"file\"");
        extension.join();
    }

    @Test
    void shouldFailIfTheExtensionDoesNotRun() throws Exception {
        TraceRequest.of("an earlier one", null, Instant.parse("2025-12-31T00:00:00Z"))
                .write(data);

        var result = terminal.run("trace", "--client", "c");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err())
                .startsWith("The extension has not begun the trace within 5 s: it does not run with this data folder");
        assertThat(TraceRequest.file(data)).doesNotExist();
    }

    @Test
    void shouldNotReplaceATraceThatRuns() throws Exception {
        TraceRequest.of("other", null, Instant.parse("2026-01-01T00:05:00Z")).write(data);

        var result = terminal.run("trace", "--client", "c");

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("Another trace runs until 2026-01-01T00:05:00Z");
        assertThat(TraceRequest.read(data).orElseThrow().client()).isEqualTo("other");
    }

    /** As the console ends it. */
    @Test
    void shouldWithdrawTheRequestWhenItIsInterruptedBetweenLines() {
        var extension = extension(LINES);
        var out = new StringWriter() {
            @Override
            public void flush() {
                Thread.currentThread().interrupt();
            }
        };

        Main.commandLine(
                        hivemq.resolve("extensions/hivemq-tdengine-extension"),
                        new ByteArrayInputStream(new byte[0]),
                        EpochClock.SYSTEM)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(new StringWriter()))
                .execute("trace", "--client", "c", "--json");

        extension.join();
        assertThat(out.toString()).startsWith("{\"time\":");
        assertThat(TraceRequest.file(data)).doesNotExist();
    }

    @Test
    void shouldRefuseToWriteIntoAFolderOfAnotherUser() throws Exception {
        assumeTrue(FileRights.areIgnored(), "only root can give a folder away");
        Files.setAttribute(data, "unix:uid", 12_345);

        var result = terminal.run("trace", "--client", "c");

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("belongs to \"12345\"", "sudo -u '#12345' bin/hivemq-tdengine trace");
        assertThat(data).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | Say whose messages to trace",
                "--client c --minutes 0 | --minutes is 0; it is 1 to 60",
                "--client c --minutes 61 | --minutes is 61; it is 1 to 60",
                "--topic a/#/b | --topic \"a/#/b\": "
            })
    void shouldSayWhatIsWrong(String options, String sentence) {
        var result = terminal.run(("trace " + options).strip().split(" "));

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).startsWith(sentence);
    }
}
