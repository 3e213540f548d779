// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.hivemqtdengine.testkit.Connections;
import io.github.hivemqtdengine.testkit.ListeningSockets;
import io.github.hivemqtdengine.testkit.TDengineServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class DemoIT {

    private static final String STORED_ROWS = "stored +[\\d,]+ messages, which are ([\\d,]+) rows";

    /** The path without what may follow it on its line. */
    private static final String MAPPING = "Mapping +(\\S+)";

    private static final String SUGGESTED_LINE = "(<column name=\"fahrenheit\".*/>)";

    @TempDir
    Path folder;

    @Test
    void shouldFollowEditsOfTheMappingAndEndWithASummaryOnCtrlC() throws Exception {
        // few devices at a high rate: the broken one among them soon sends malformed messages
        try (var demo = DemoProcess.start(folder, "--devices", "6", "--rate", "300")) {
            var mapping = Path.of(demo.awaitText(MAPPING));
            addBelow("name=\"temperature\"", demo.awaitText(SUGGESTED_LINE), mapping);
            assertEffect(demo);
            assertThat(page(demo.awaitText("The console is at (\\S+)"))).contains("console.css");
            assertThat(ListeningSockets.reachableFromOutsideBelow(demo.handle()))
                    .isEmpty();

            int line = addBelow("name=\"temperature\"", "<column name=\"kelvin\" type=\"DUOBLE\"/>", mapping);
            demo.awaitText("(ERROR [^\\n]*[Cc]onfiguration[^\\n]*\\n)");
            demo.awaitText("(config\\.xml:" + line + " [^\\n]*\"DUOBLE\")");
            long rows = demo.latest("rows by SQL");
            await().until(() ->
                    !demo.isAlive() || (demo.latest("rows by SQL") > rows && demo.latest("dead letters") > 0));

            demo.interrupt();
            demo.await();

            assertEvenAccount(demo);
            assertThat(demo.summary("dead-lettered")).isPositive();
            assertThat(demo.isAlive()).isFalse();
            assertThat(rowsInQuestDb()).isEqualTo(demo.number(STORED_ROWS));
        }
    }

    @Test
    @Tag("full")
    void shouldEndByItself() throws Exception {
        try (var demo = DemoProcess.start(folder, "--duration", "8", "--devices", "6", "--rate", "300")) {
            assertThat(demo.await()).as(demo.output()).isZero();

            assertEvenAccount(demo);
            assertThat(demo.summary("dead-lettered")).isPositive();
            assertThat(rowsInQuestDb()).isEqualTo(demo.number(STORED_ROWS));
        }
    }

    @Test
    @Tag("full")
    void shouldStoreIntoTdengine() throws Exception {
        var tdengine = TDengineServer.shared();
        try (var database = tdengine.freshDatabase();
                var demo = DemoProcess.start(
                        folder,
                        "--duration",
                        "5",
                        "--tdengine",
                        tdengine.jdbcUrl(),
                        "--user",
                        tdengine.username(),
                        "--password",
                        tdengine.password(),
                        "--database",
                        database.name())) {
            assertThat(demo.await()).as(demo.output()).isZero();

            assertEvenAccount(demo);
            assertThat(database.count("presses") + database.count("meters") + database.count("sensors"))
                    .isEqualTo(demo.number(STORED_ROWS));
        }
    }

    @Test
    @Tag("full")
    void shouldNotStartWithAMappingThatItsUserHasBroken() throws Exception {
        var mapping = Files.createDirectories(folder.resolve("demo-data")).resolve("config.xml");
        Files.writeString(mapping, "<hivemq-tdengine-extension>");

        try (var demo = DemoProcess.start(folder)) {
            assertThat(demo.await()).isEqualTo(2);
            assertThat(demo.output())
                    .contains("config.xml:1")
                    .contains("If the mapping is wrong, correct " + mapping + ", or delete it");
            assertThat(mapping).hasContent("<hivemq-tdengine-extension>");
        }
    }

    @Test
    void shouldNameThePortInUseAndItsOption() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var demo = DemoProcess.start(folder, "--http-port", Integer.toString(taken.getLocalPort()))) {
            assertThat(demo.await()).isEqualTo(2);
            assertThat(demo.output())
                    .contains("Port " + taken.getLocalPort() + " for QuestDB's web console is in use")
                    .contains("--http-port");
        }
    }

    @Test
    void shouldLeaveTheFolderOfARunningDemoAlone() throws Exception {
        var data = Files.createDirectories(folder.resolve("demo-data"));
        try (var file = FileChannel.open(data.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var lock = file.lock();
                var demo = DemoProcess.start(folder)) {
            assertThat(lock.isValid()).isTrue();
            assertThat(demo.await()).isEqualTo(2);
            assertThat(demo.output()).contains("Another demo runs in " + data).contains("--dir");
            assertThat(data).isDirectoryNotContaining("glob:**/config.xml");
        }
    }

    /** Adds a line below the first one that contains a text, and returns its number in the file. */
    private static int addBelow(String text, String added, Path file) throws IOException {
        var lines = new ArrayList<>(Files.readAllLines(file));
        int number = 1;
        while (!lines.get(number - 1).contains(text)) {
            number++;
        }
        lines.add(number, added);
        Files.write(file, lines);
        return number + 1;
    }

    /** Looks at the first of the rows below the demo's query. */
    private static void assertEffect(DemoProcess demo) throws IOException {
        demo.awaitText("(INFO [^\\n]*[Cc]onfiguration[^\\n]*presses)");
        var result = demo.awaitText("SELECT \\* FROM \"presses\" [^\\n]+\\n([^\\n]+ fahrenheit\\n[^\\n]+)\\n")
                .lines()
                .map(line -> List.of(line.split(" {2,}", -1)))
                .toList();
        var names = result.get(0);
        var row = result.get(1);
        double celsius = Double.parseDouble(row.get(names.indexOf("temperature")));
        double fahrenheit = Double.parseDouble(row.get(names.indexOf("fahrenheit")));
        assertThat(fahrenheit).isCloseTo(celsius * 1.8 + 32, within(0.051));
    }

    private static String page(String address) throws IOException {
        try (var page = URI.create(address).toURL().openStream()) {
            return new String(page.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void assertEvenAccount(DemoProcess demo) throws IOException {
        long rows = demo.number(STORED_ROWS);
        assertThat(rows).as(demo.output()).isPositive();
        assertThat(demo.summary("rows by SQL")).as(demo.output()).isEqualTo(rows);
        assertThat(demo.summary("received")).as(demo.output()).isEqualTo(demo.summary("published"));
        assertThat(demo.summary("difference")).as(demo.output()).isZero();
    }

    private long rowsInQuestDb() throws Exception {
        long rows = 0;
        try (var database = EmbeddedQuestDb.start(folder.resolve("demo-data/questdb"), 0, 0);
                var connection =
                        Connections.open(database.jdbcUrl(), EmbeddedQuestDb.USERNAME, EmbeddedQuestDb.PASSWORD);
                var statement = connection.createStatement()) {
            for (var table : List.of("presses", "meters", "sensors")) {
                try (var result = statement.executeQuery("SELECT count() FROM " + table)) {
                    result.next();
                    rows += result.getLong(1);
                }
            }
        }
        return rows;
    }
}
