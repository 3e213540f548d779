// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The files that continue tables of earlier extensions, without a database; {@link MigratedTablesIT} has one. */
class LayoutsOf2020Test {

    private static final Path FILES = Path.of("conf/examples/layouts-of-2020");
    private static final String TEMPERATURE = "\u6e29\u5ea6";

    @TempDir
    private Path home;

    private Terminal installed(String file) throws IOException {
        var terminal = Terminal.with(home, Files.readString(FILES.resolve(file)));
        terminal.write("conf/tdengine-password", "s3cret");
        return terminal;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "huskar-t.xml  | `mqtt_payload` (`ts`, `topic`, `payload`)",
                "huskar-t.xml  | VALUES (1767225600000, 'hall/1', 'on')",
                "sdvdxl.xml    | `mqtt`.`mqtt_payload_press_1_a` USING `mqtt`.`mqtt_payload`",
                "sdvdxl.xml    | TAGS ('Press-1.A','hall/1',1,'127.0.0.1') (`ts`,`payload`) VALUES (1767225600000,'b24=')",
                "catfish.xml   | `testdb`.`press_1_a` USING `testdb`.`mqtt_msg` (`deviceid`) TAGS ('Press-1:A')",
                "catfish.xml   | (`ts`,`msgid`,`topic`,`qos`,`payload`) VALUES (1767225600000,'7','hall/1',1,'b24=')",
                "veevonvon.xml | `td`.`press1a` USING `td`.`mqtt` (`groupid`) TAGS (1)",
                "veevonvon.xml | (`ts`,`topic`,`payload`,`qos`,`clientid`) VALUES (1767225600000,'hall/1','b24=',1,'Press-1.A')",
            })
    void shouldNameAndFillTheTablesOfTheEarlierExtension(String file, String sql) throws IOException {
        var client = file.equals("catfish.xml") ? "Press-1:A" : "Press-1.A";

        var explained = installed(file)
                .run(
                        "explain",
                        "--topic",
                        "hall/1",
                        "--text",
                        "on",
                        "--client",
                        client,
                        "--qos",
                        "1",
                        "--packet-id",
                        "7");

        assertThat(explained.code()).as(explained.out()).isZero();
        assertThat(explained.out()).contains(sql);
    }

    @Test
    void shouldReadFieldsOfJsonAndNoEmptyPayload() throws IOException {
        var terminal = installed("john-bigz.xml");
        var payload = "{\"ts\":1767598200000,\"temperature\":32.5,\"voltage\":321,\"name\":\"d02\",\"devid\":2}";

        assertThat(terminal.run("explain", "--topic", "application/sensor_data", "--text", payload)
                        .out())
                .contains(
                        "`hivemqdb`.`sensor_data_2` USING `hivemqdb`.`sensor_data` (`devid`) TAGS (2)",
                        "(`ts`,`temperature`,`voltage`,`name`) VALUES (1767598200000,32.5,321,'d02')");
        assertThat(terminal.run("explain", "--topic", "application/sensor_data", "--text", "")
                        .out())
                .doesNotContain("INSERT", "dead letter");
    }

    @Test
    void shouldReadPayloadsInTheCharsetOfTheEarlierExtension() throws IOException {
        var terminal = installed("huskar-t.xml");
        var payload = terminal.write("payload", TEMPERATURE.getBytes(Charset.forName("GBK")));

        var explained = terminal.run("explain", "--topic", "hall/1", "--payload", payload.toString());

        assertThat(explained.out()).contains("'hall/1', '" + TEMPERATURE + "'");
    }
}
