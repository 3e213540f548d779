// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import io.github.hivemqtdengine.jdbc.dialect.CheckResult;
import io.github.hivemqtdengine.jdbc.dialect.CheckResult.Level;
import io.github.hivemqtdengine.spool.log.SpoolSettings;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Output without a database; {@link CommandLineIT} covers it with databases. */
class DoctorCommandTest {

    private static final long MIB = 1_024 * 1_024;

    @TempDir
    private Path hivemq;

    private Terminal terminal;

    @BeforeEach
    void open() throws IOException {
        Files.createDirectories(hivemq.resolve("data"));
        terminal = terminal(Terminal.CONFIGURATION);
    }

    private Terminal terminal(String configuration) throws IOException {
        try (var closedAtOnce = new ServerSocket(0)) {
            return Terminal.with(
                    hivemq.resolve("extensions/hivemq-tdengine-extension"),
                    configuration.replace("localhost:6041", "127.0.0.1:" + closedAtOnce.getLocalPort()));
        }
    }

    @Test
    void shouldSayThatNobodyListens() {
        var result = terminal.run("doctor");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out().lines())
                .anyMatch(line -> line.matches(
                        "fail {2}database plant, endpoint: jdbc:TAOS-WS://127\\.0\\.0\\.1:\\d+ can't be reached; .+"));
        assertThat(result.out()).doesNotContain("s3cret");
    }

    @Test
    void shouldLookAtTheFolderBesideTheExtensions() {
        assertThat(terminal.run("doctor").out())
                .contains("ok    spool, folder: " + hivemq.resolve("data/hivemq-tdengine-extension")
                        + " is not there yet")
                .contains("ok    spool, durability: spool")
                .contains("ok    spool, waiting: no messages wait there");
    }

    @Test
    void shouldLookAtTheFolderThatIsNamed() throws IOException {
        Files.createDirectories(hivemq.resolve("elsewhere/hivemq-tdengine-extension"));

        assertThat(terminal.run(
                                "doctor",
                                "--data-folder",
                                hivemq.resolve("elsewhere").toString())
                        .out())
                .contains("ok    spool, folder: " + hivemq.resolve("elsewhere"));
        assertThat(terminal.run(
                                "doctor",
                                "--data-folder",
                                hivemq.resolve("nowhere").toString())
                        .out())
                .contains("warn  spool, folder: there is no data folder " + hivemq.resolve("nowhere") + "; say which");
    }

    @Test
    void shouldHoldTheRoomAgainstWhatTheSpoolTakes() {
        var spool = new SpoolSettings(100 * MIB, 10 * MIB, (int) MIB);

        assertThat(SpoolDiagnostics.room(hivemq, 110 * MIB, spool).level()).isEqualTo(Level.OK);
        assertThat(SpoolDiagnostics.room(hivemq, 110 * MIB - 1, spool).level()).isEqualTo(Level.WARN);
        assertThat(SpoolDiagnostics.room(hivemq, 10 * MIB - 1, spool))
                .isEqualTo(CheckResult.fail(
                        "room",
                        "9 MiB are free on the disk of " + hivemq
                                + "; the spool leaves 10 MiB free and takes 100 MiB at most: it can take nothing; make"
                                + " room, or lower min-free-bytes"));
    }

    @Test
    void shouldWarnWhereMessagesWaitInMemory() throws IOException {
        terminal = terminal(Terminal.CONFIGURATION.replace(
                "</routes>", "</routes><delivery><durability>memory</durability></delivery>"));

        assertThat(terminal.run("doctor").out()).contains("warn  spool, durability: memory");
    }

    @Test
    void shouldAnswerInJson() {
        var result = terminal.run("doctor", "--json");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.json()).containsEntry("fine", false);
        assertThat(result.json().get("findings")).asInstanceOf(LIST).hasSizeGreaterThan(3);
        assertThat(result.out()).doesNotContain("s3cret");
    }
}
