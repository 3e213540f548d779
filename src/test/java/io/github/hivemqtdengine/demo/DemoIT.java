package io.github.hivemqtdengine.demo;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.testkit.Connections;
import io.github.hivemqtdengine.testkit.TDengineServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class DemoIT {

    private static final String STORED_ROWS = "stored +[\\d,]+ messages, which are ([\\d,]+) rows";

    @TempDir
    Path folder;

    @Test
    void shouldStoreWhatItsDevicesPublish() throws Exception {
        try (var demo = DemoProcess.start(folder, "--duration", "8", "--devices", "20", "--rate", "300")) {
            assertThat(demo.await()).as(demo.output()).isZero();

            assertEvenAccount(demo);
            assertThat(demo.summary("dead-lettered")).isPositive();
            assertThat(rowsInQuestDb()).isEqualTo(demo.number(STORED_ROWS));
        }
    }

    @Test
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
    void shouldEndWithASummaryOnCtrlC() throws Exception {
        try (var demo = DemoProcess.start(folder)) {
            await().until(() -> demo.output().contains("rows by SQL") || !demo.isAlive());
            demo.interrupt();
            demo.await();

            assertEvenAccount(demo);
            assertThat(demo.isAlive()).isFalse();
            assertThat(rowsInQuestDb()).isEqualTo(demo.number(STORED_ROWS));
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
