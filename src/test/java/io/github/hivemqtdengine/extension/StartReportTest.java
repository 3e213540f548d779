// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.config.ConfigurationReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartReportTest {

    @TempDir
    Path folder;

    @Test
    void shouldSayWhichTopicsGoToWhichTable() throws Exception {
        var xml = Files.readString(Path.of("conf/examples/raw.xml"));
        var first = xml.substring(xml.indexOf("<route>"), xml.indexOf("</routes>"));
        var second = first.replace("<id>everything", "<id>halls")
                .replace("super-table=\"messages\" sub-table=\"", "super-table=\"halls\" sub-table=\"h_")
                .replace(
                        "<mqtt-topic-filter>#</mqtt-topic-filter>",
                        "<mqtt-topic-filter>hall/{hall}/#</mqtt-topic-filter>"
                                + "<mqtt-topic-filter>north/+</mqtt-topic-filter><exclude>hall/7/#</exclude>");
        var wills = first.replace("<id>everything", "<id>wills")
                .replace("<mqtt-topic-filters>", "<source>last-wills</source><mqtt-topic-filters>")
                .replace("super-table=\"messages\" sub-table=\"", "super-table=\"wills\" sub-table=\"w_");
        var filters =
                first.substring(first.indexOf("<mqtt-topic-filters>"), first.indexOf("</mqtt-topic-filters>") + 21);
        var events = first.replace("<id>everything", "<id>events")
                .replace(filters, "<source>client-events</source>")
                .replace("super-table=\"messages\" sub-table=\"", "super-table=\"events\" sub-table=\"e_");
        var both = wills.replace("<id>wills", "<id>both").replace(">last-wills<", ">publishes, last-wills<");
        var file = Files.writeString(
                folder.resolve("config.xml"), xml.replace("</routes>", second + wills + both + events + "</routes>"));

        assertThat(StartReport.lines(new ConfigurationReader().read(file)))
                .containsExactly(
                        "Route \"everything\" stores # in mqtt.messages"
                                + " of database local (jdbc:TAOS-WS://localhost:6041, user root)",
                        "Route \"halls\" stores hall/{hall}/#, north/+ without hall/7/# in mqtt.halls"
                                + " of database local (jdbc:TAOS-WS://localhost:6041, user root)",
                        "Route \"wills\" stores last wills of # in mqtt.wills"
                                + " of database local (jdbc:TAOS-WS://localhost:6041, user root)",
                        "Route \"both\" stores publishes and last wills of # in mqtt.wills"
                                + " of database local (jdbc:TAOS-WS://localhost:6041, user root)",
                        "Route \"events\" stores client events in mqtt.events"
                                + " of database local (jdbc:TAOS-WS://localhost:6041, user root)");
    }

    @Test
    void shouldSayThatARouteHasAStatement() throws Exception {
        var xml = Files.readString(Path.of("conf/examples/raw.xml"));
        var table = xml.substring(xml.indexOf("<table"), xml.indexOf("</table>") + "</table>".length());
        var file = Files.writeString(
                folder.resolve("config.xml"),
                xml.replace(table, "<statement-template>INSERT INTO t VALUES (${arrival-time})</statement-template>"));

        assertThat(StartReport.lines(new ConfigurationReader().read(file)))
                .containsExactly("Route \"everything\" stores # in mqtt of database local"
                        + " (jdbc:TAOS-WS://localhost:6041, user root) by its statement-template");
    }

    /** HiveMQ rejects them by default, and the extension waits for that decision only with on-ack. */
    @Test
    void shouldWarnOfTopicsThatTheBrokerRejects() throws Exception {
        var xml = Files.readString(Path.of("conf/examples/raw.xml"))
                .replace(">#<", ">$data/#</mqtt-topic-filter><mqtt-topic-filter>data/$x/#<");
        var waiting = xml.replace("</routes>", "</routes><delivery><capture>on-ack</capture></delivery>");

        assertThat(warnings(xml)).singleElement().asString().contains("Route \"everything\"", "$data/#", "on-ack");
        assertThat(warnings(waiting)).isEmpty();
        assertThat(warnings(Files.readString(Path.of("conf/examples/raw.xml")))).isEmpty();
    }

    private List<String> warnings(String xml) throws Exception {
        return StartReport.warnings(
                new ConfigurationReader().read(Files.writeString(folder.resolve("config.xml"), xml)));
    }
}
