// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatusCommandTest {

    /** At {@link Terminal#NOW_MICROS}. */
    private static final String STATUS = """
            {"format": 1, "version": "0.2.0", "host": "plant-1", "process": 4711, "started": "2025-12-31T20:00:00Z",
             "written": "2025-12-31T23:59:57Z", "stopped": false,
             "configuration": {"file": "/conf/config.xml", "activeSince": "2025-12-31T20:00:01Z"},
             "metrics": {"spool.max-bytes": 1048576, "spool.share": 0.25},
             "databases": [{"id": "plant", "host": "td1:6041", "since": "2025-12-31T20:00:02Z", "lanes": 4, "up": 1}],
             "routes": [
               {"id": "meters", "received": 1234567, "stored": 1234560, "rowsPerSecond": 99.5, "in-flight": 7,
                "commitP50Ms": 3.2, "commitP99Ms": 18.0},
               {"id": "p", "received": 3, "stored": 3, "rowsPerSecond": 0.0}],
             "warnings": [{"time": "2025-12-31T23:00:00Z", "level": "warn", "text": "from \\u001b[2Ja client"}]}
            """;

    @TempDir
    private Path hivemq;

    private Terminal terminal;
    private Path data;

    @BeforeEach
    void open() throws IOException {
        terminal = new Terminal(hivemq.resolve("extensions/hivemq-tdengine-extension"));
        data = Files.createDirectories(hivemq.resolve("data/hivemq-tdengine-extension"));
        write(STATUS);
    }

    private void write(String status) throws IOException {
        Files.writeString(data.resolve("status.json"), status);
    }

    @Test
    void shouldShowAStatusThatIsFine() {
        var result = terminal.run("status");

        assertThat(result.code()).isZero();
        assertThat(result.out()).isEqualTo("""
                ok    extension: version 0.2.0 on plant-1, process 4711, runs since 2025-12-31T20:00:00Z
                ok    configuration: /conf/config.xml, active since 2025-12-31T20:00:01Z
                ok    database "plant": accepts rows: td1:6041, since 2025-12-31T20:00:02Z
                ok    spool: 25 % of 1 MiB are used
                ok    dead-letters: 0 % of 0 MiB are used

                route    received     stored  rows/s  dead letters  dropped  in flight  p50 ms  p99 ms
                meters  1,234,567  1,234,560    99.5             0        0          7     3.2    18.0
                p               3          3     0.0             0        0          0

                latest warnings
                2025-12-31T23:00:00Z  warn  from ?[2Ja client
                """.replace("\n", System.lineSeparator()));
    }

    @Test
    void shouldFailWhileADatabaseIsDown() throws Exception {
        write(STATUS.replace("\"up\": 1", "\"up\": 0"));

        var result = terminal.run("status");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out())
                .contains("fail  database \"plant\": accepts no rows: td1:6041", "doctor --database plant");
        assertThat(terminal.run("status", "--running").code()).as("--running").isZero();
    }

    @Test
    void shouldBeFineWithAWarning() throws Exception {
        write(STATUS.replace("\"spool.share\": 0.25", "\"spool.share\": 0.85"));

        var result = terminal.run("status");

        assertThat(result.code()).isZero();
        assertThat(result.out()).contains("warn  spool: 85 % of 1 MiB are used; ");
    }

    @Test
    void shouldBeFineWithWhatTheMappingDoesNotStore() throws Exception {
        var found = STATUS.replace("\"warnings\"", """
                "unmapped": {"messages": 3, "topics": ["a/\\u001b[2J"], "routes": [{"id": "meters", "fields": [
                   {"field": "payload:/signal", "types": ["number"], "read": false}]}]}, "warnings\"""");
        write(found);
        var result = terminal.run("status");

        assertThat(result.code()).isZero();
        assertThat(result.out().replace(System.lineSeparator(), "\n")).contains("""
                ok    topics: 3 sampled publishes match no route: "a/?[2J"; hivemq-tdengine suggest writes a route
                ok    route "meters": fields of the payload that are not stored: 1; their columns:
                      <column name="signal" type="DOUBLE" value="${payload:/signal}" on-missing="null"/>
                """);
        assertThat(terminal.run("status", "--running").out()).doesNotContain("topics");

        write(found.replace("\"stopped\": false", "\"stopped\": true"));
        assertThat(terminal.run("status").out()).doesNotContain("topics");
    }

    @Test
    void shouldFailOnAnOldStatus() throws Exception {
        write(STATUS.replace("23:59:57Z", "23:59:44Z"));

        var result = terminal.run("status", "--running");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out()).startsWith("fail  extension: the status is 16 s old");
    }

    @Test
    void shouldSayWhatToDoWithoutAStatus() throws Exception {
        Files.delete(data.resolve("status.json"));
        assertThat(terminal.run("status").out())
                .contains("fail  extension: there is no " + data.resolve("status.json"))
                .contains("start the broker");
        Files.delete(data);

        var result = terminal.run("status");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out()).contains("there is no folder " + data, "--data-folder FOLDER");
    }

    @Test
    void shouldReadTheDataFolderThatIsGiven() throws Exception {
        var other = hivemq.resolve("other");
        Files.move(hivemq.resolve("data"), other);

        assertThat(terminal.run("status", "--data-folder", other.toString()).code())
                .isZero();
    }

    @Test
    void shouldSayThatAFileCanNotBeRead() throws Exception {
        write("{\"format\": 1, ");

        var result = terminal.run("status");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out()).contains(data.resolve("status.json") + " can't be read (");
    }

    @Test
    void shouldAnswerInJson() {
        var result = terminal.run("status", "--json");

        assertThat(result.json()).containsEntry("fine", true);
        assertThat(result.json("findings"))
                .hasSize(5)
                .first()
                .satisfies(finding ->
                        assertThat(finding).containsEntry("level", "ok").containsKeys("check", "sentence"));
        assertThat(result.json().get("status"))
                .isInstanceOfSatisfying(
                        Map.class, status -> assertThat(status.get("host")).isEqualTo("plant-1"));
    }

    @Test
    void shouldListTwentyRoutes() throws Exception {
        var routes = IntStream.range(0, 60)
                .mapToObj(number -> "{\"id\": \"r" + number + "\"}")
                .collect(Collectors.joining(","));
        write(STATUS.replaceFirst(
                "(?s)\"routes\": \\[.*?]", "\"otherRoutes\": {\"routes\": 9}, \"routes\": [" + routes + "]"));

        assertThat(terminal.run("status").out())
                .contains("r19 ", "and 49 other routes")
                .doesNotContain("r20 ");
    }

    @Test
    void shouldWatchUntilNobodyReads() {
        var out = new ClosedAfter("latest warnings", 2);
        var clean = Main.commandLine(
                        hivemq.resolve("extensions/hivemq-tdengine-extension"),
                        new ByteArrayInputStream(new byte[0]),
                        () -> Terminal.NOW_MICROS)
                .setOut(new PrintWriter(out))
                .execute("status", "--watch");

        assertThat(clean).isZero();
        assertThat(out.text.toString().split("ok    extension:", -1)).hasSize(3);
    }

    /** Output whose reader goes away after a text has come some times. */
    private static final class ClosedAfter extends Writer {

        private final StringBuilder text = new StringBuilder();
        private final String last;
        private final int times;

        ClosedAfter(String last, int times) {
            this.last = last;
            this.times = times;
        }

        @Override
        public void write(char[] chars, int offset, int length) {
            text.append(chars, offset, length);
        }

        @Override
        public void flush() throws IOException {
            if (text.toString().split(last, -1).length > times) {
                throw new IOException("closed");
            }
        }

        @Override
        public void close() {}
    }
}
