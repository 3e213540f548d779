// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import io.github.hivemqtdengine.testkit.BrokerFixture;
import io.github.hivemqtdengine.testkit.TDengineServer;
import io.github.hivemqtdengine.testkit.TimeSeriesDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Tables that earlier extensions created, continued with the files that ship. */
@Tag("full")
class MigratedTablesIT extends BrokerFixture {

    private static final Path FILES = Path.of("conf/examples/layouts-of-2020");

    /**
     * Layout of an earlier extension.
     *
     * @param file the configuration that continues its table
     * @param ddl the statement that created its table
     * @param insertion the statement that stored an earlier message like the one that is published
     * @param rows the query of both rows
     */
    private record Layout(String file, String ddl, String insertion, String rows) {

        @Override
        public String toString() {
            return file;
        }
    }

    /** TDengine 3 accepts {@code topic} as a name only in back-quotes; TDengine 2 did without. */
    static final List<Layout> LAYOUTS = List.of(
            new Layout(
                    "huskar-t.xml",
                    "create table mqtt_payload (ts timestamp, `topic` NCHAR(64), payload NCHAR(64))",
                    "insert into mqtt_payload values (now, 'hall/1', 'on')",
                    "select `topic`, payload from mqtt_payload"),
            new Layout(
                    "sdvdxl.xml",
                    "create table mqtt_payload(ts timestamp, payload nchar(1024)) tags (client_id nchar(1024),"
                            + " `topic` nchar(1024), qos tinyint, ip nchar(512))",
                    "insert into mqtt_payload_press_1 using mqtt_payload tags ('press-1', 'hall/1', 0, '127.0.0.1')"
                            + " values ('2026-01-05T09:00:00.000+08:00', 'b24=')",
                    "select tbname, client_id, `topic`, qos, ip, payload from mqtt_payload"),
            new Layout(
                    "catfish.xml",
                    "create table mqtt_msg (ts timestamp, msgid NCHAR(64), `topic` NCHAR(255), qos TINYINT,"
                            + " payload BINARY(4096)) TAGS (deviceId NCHAR(128))",
                    "insert into press_1 using mqtt_msg tags ('press-1') values (now, '0', 'hall/1', 0, 'b24=')",
                    "select tbname, msgid, `topic`, qos, payload, deviceid from mqtt_msg"),
            new Layout(
                    "john-bigz.xml",
                    "create table sensor_data (ts timestamp, temperature float, voltage int, name binary(32))"
                            + " TAGS (devid int)",
                    "insert into sensor_data_2 using sensor_data TAGS (2) VALUES (1767600000000, 32.5, 321, 'd02')",
                    "select tbname, temperature, voltage, name, devid from sensor_data"),
            new Layout(
                    "veevonvon.xml",
                    "create table mqtt (ts timestamp, `topic` binary(500), payload binary(500), qos int,"
                            + " clientId binary(50)) tags (groupId int)",
                    "insert into press1 using mqtt tags (1) values (now, 'hall/1', 'b24=', 0, 'press-1')",
                    "select tbname, `topic`, payload, qos, clientid, groupid from mqtt"));

    private final TDengineServer server = TDengineServer.shared();

    @Override
    protected TimeSeriesDatabase freshDatabase() {
        return server.freshDatabase();
    }

    @ParameterizedTest
    @FieldSource("LAYOUTS")
    void shouldStoreARowLikeThatOfTheEarlierExtension(Layout layout) throws Exception {
        server.execute("CREATE DATABASE " + database.name());
        database.execute(layout.ddl());
        database.execute(layout.insertion());
        var old = database.query(layout.rows());
        start(layout.file());

        if (layout.file().equals("john-bigz.xml")) {
            publish(
                    "application/sensor_data",
                    "{\"ts\": 1767600001000, \"temperature\": 32.5, \"voltage\": 321, \"name\": \"d02\", \"devid\": 2}");
            awaitFigure("sensor-data", "stored", 1);
        } else {
            publish("hall/1", "on");
            awaitFigure("everything", "stored", 1);
        }

        var rows = database.query(layout.rows());
        assertThat(rows).hasSize(2);
        assertThat(rows.get(0)).isEqualTo(old.get(0));
        assertThat(rows.get(1)).isEqualTo(old.get(0));
        assertThat(deadLetters()).isEmpty();
    }

    /** Starts the broker with a file that ships, whose address, user, password and database become the test's. */
    private void start(String file) throws IOException {
        var shipped = Files.readString(FILES.resolve(file));
        var configuration = broker.configurationFile();
        Files.writeString(
                configuration,
                shipped.replaceFirst("<jdbc-url>.*</jdbc-url>", "<jdbc-url>" + database.jdbcUrl() + "</jdbc-url>")
                        .replaceFirst("<username>.*</username>", "<username>" + database.username() + "</username>")
                        .replaceFirst("<name>.*</name>", "<name>" + database.name() + "</name>"));
        Files.writeString(configuration.resolveSibling("tdengine-password"), database.password() + "\n");
        broker.start(0);
    }

    private void publish(String topic, String payload) {
        mqtt5("press-1")
                .publishWith()
                .topic(topic)
                .qos(MqttQos.AT_MOST_ONCE)
                .payload(payload.getBytes(UTF_8))
                .send();
    }
}
