package io.github.hivemqtdengine.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import io.github.hivemqtdengine.testkit.BrokerFixture;
import io.github.hivemqtdengine.testkit.TDengineServer;
import io.github.hivemqtdengine.testkit.TimeSeriesDatabase;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tables that earlier extensions created, continued with their converted files. */
@Tag("full")
class MigratedTablesIT extends BrokerFixture {

    private static final String HOST = "hall-db";

    /**
     * Layout of an earlier extension.
     *
     * @param file its configuration
     * @param ddl the statement that created its table
     * @param insertion the statement that stored an earlier message like the one that is published
     * @param rows the query of both rows
     */
    private record Layout(String file, String ddl, String insertion, String rows) {}

    /** TDengine 3 accepts {@code topic} as a name only in back-quotes; TDengine 2 did without. */
    private static final List<Layout> LAYOUTS = List.of(
            new Layout(
                    OldFiles.TAGS.replace("jdbc:TAOS://hall-db:6030/?timezone=UTC", "http://hall-db:6041/rest/sql"),
                    "create table Device_Log(ts timestamp, payload nchar(1024)) tags (client_id nchar(1024),"
                            + " `topic` nchar(1024), qos tinyint, ip nchar(512))",
                    "insert into Device_Log_press_1 using Device_Log tags ('press-1', 'hall/1', 0, '127.0.0.1')"
                            + " values ('2026-01-05T09:00:00.000+08:00', 'b24=')",
                    "select tbname, client_id, `topic`, qos, ip, payload from device_log where client_id = 'press-1'"),
            new Layout(
                    OldFiles.PLAIN_TABLE,
                    "create table Raw_Log (ts timestamp, from_topic NCHAR(200), Body NCHAR(200))",
                    "insert into Raw_Log values (now, 'hall/1', 'on')",
                    "select from_topic, body from raw_log where from_topic = 'hall/1'"),
            new Layout(
                    OldFiles.JSON_FIELDS,
                    "create table ovens (ts timestamp, heat float, door bool, label nchar(20)) TAGS (oven int,"
                            + " site binary(16))",
                    "insert into oven_4 using ovens TAGS (4, 'north') VALUES (1767600000000, 21.5, true, 'no. x')",
                    "select tbname, heat, door, label, oven, site from ovens"),
            new Layout(
                    OldFiles.CLIENTS,
                    "create table device_msg (ts timestamp, msgid NCHAR(64), `topic` NCHAR(255), qos TINYINT,"
                            + " payload BINARY(4096)) TAGS (deviceId NCHAR(128))",
                    "insert into press_1 using device_msg tags ('press-1') values (now, '0', 'hall/1', 0, 'b24=')",
                    "select tbname, msgid, `topic`, qos, payload, deviceid from device_msg where deviceid = 'press-1'"),
            new Layout(
                    OldFiles.BRIDGE,
                    "create table bridged (ts timestamp, `topic` binary(100), payload binary(300), qos int,"
                            + " clientId binary(50)) tags (groupId int)",
                    "insert into c_press1 using bridged tags (7) values (now, 'hall/1', 'on', 0, 'press-1')",
                    "select tbname, `topic`, payload, qos, clientid, groupid from bridged where clientid = 'press-1'"));

    private final TDengineServer server = TDengineServer.shared();

    @Override
    protected TimeSeriesDatabase freshDatabase() {
        return server.freshDatabase();
    }

    @Test
    void shouldStoreRowsLikeThoseOfTheEarlierExtensions() throws Exception {
        server.execute("CREATE DATABASE " + database.name());
        for (var layout : LAYOUTS) {
            database.execute(layout.ddl());
            database.execute(layout.insertion());
        }
        start();

        publish("press-1", "hall/1", "on");
        publish(
                "feeder",
                "hall/ovens",
                "{\"oven\": 4, \"ts\": 1767600001000, \"heat\": 21.5, \"door\": true," + " \"label\": \"x\"}");

        database.awaitCount("ovens", 2);
        for (var route : List.of("device_log", "raw_log", "device_msg", "bridged")) {
            awaitFigure(route, "stored", 2); // the second topic as well
        }
        for (var layout : LAYOUTS) {
            var rows = database.query(layout.rows());
            assertThat(rows).as(layout.rows()).hasSize(2);
            assertThat(rows.get(1)).as(layout.rows()).isEqualTo(rows.get(0));
        }
        assertThat(deadLetters()).isEmpty();
    }

    /** Starts the broker with the first converted file, and the routes of the others beside its own. */
    private void start() throws Exception {
        var converted = LAYOUTS.stream().map(this::converted).toList();
        var routes = new StringBuilder();
        converted.stream()
                .skip(1)
                .forEach(xml ->
                        routes.append(xml, xml.indexOf("<route>"), xml.indexOf("</route>") + "</route>".length()));
        var configuration = broker.configurationFile();
        Files.writeString(configuration, converted.get(0).replace("</routes>", routes + "</routes>"));
        Files.writeString(configuration.resolveSibling("tdengine-password"), database.password() + "\n");
        broker.start(0);
    }

    private String converted(Layout layout) {
        var terminal = new Terminal(folder);
        var address = database.jdbcUrl().replaceFirst(".*//", "").replaceAll("/.*", "");
        var file = terminal.write(
                "old",
                layout.file()
                        .replace(HOST + ":6041", address)
                        .replace("collector", database.username())
                        .replace("Hall", database.name()));
        var result = terminal.run("migrate", file.toString());
        assertThat(result.code()).as(result.err()).isZero();
        return result.out();
    }

    private void publish(String clientId, String topic, String payload) {
        mqtt5(clientId)
                .publishWith()
                .topic(topic)
                .qos(MqttQos.AT_MOST_ONCE)
                .payload(payload.getBytes(UTF_8))
                .send();
    }
}
