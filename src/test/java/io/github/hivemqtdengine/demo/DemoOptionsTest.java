// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoOptionsTest {

    @Test
    void shouldHaveDefaults() {
        var options = DemoOptions.parse();

        assertThat(options.tdengineUrl).isNull();
        assertThat(options.duration()).isNull();
        assertThat(options.devices()).isEqualTo(30);
        assertThat(options.mqttPort).isNull();
        assertThat(options.folder()).isEqualTo(Path.of("demo-data").toAbsolutePath());
    }

    @Test
    void shouldReadEveryOption() {
        var options = DemoOptions.parse(
                ("--tdengine jdbc:TAOS-WS://td:6041 --user u --password p --database d --devices 3 --rate 7"
                                + " --mqtt-port 1 --http-port 2 --pg-port 3 --dir /tmp/d --duration 9")
                        .split(" ", -1));

        assertThat(options.tdengineUrl).isEqualTo("jdbc:TAOS-WS://td:6041");
        assertThat(options.user).isEqualTo("u");
        assertThat(options.password).isEqualTo("p");
        assertThat(options.database).isEqualTo("d");
        assertThat(options.devices()).isEqualTo(3);
        assertThat(options.rate).isEqualTo(7);
        assertThat(options.mqttPort).isEqualTo(1);
        assertThat(options.httpPort).isEqualTo(2);
        assertThat(options.pgPort).isEqualTo(3);
        assertThat(options.folder()).isEqualTo(Path.of("/tmp/d").toAbsolutePath());
        assertThat(options.duration()).isEqualTo(Duration.ofSeconds(9));
    }

    @Test
    void shouldLetTheLaterOfTwoEqualOptionsCount() {
        assertThat(DemoOptions.parse("--dir", "/a", "--dir", "/b").folder())
                .isEqualTo(Path.of("/b").toAbsolutePath());
    }

    @Test
    void shouldHaveNoDevicesWhereNoneAreWanted() {
        assertThat(DemoOptions.parse("--devices", "5", "--no-devices").devices())
                .isZero();
    }

    @Test
    void shouldTakeValuesAsTheyAre() {
        assertThat(DemoOptions.parse("--password", "@file").password).isEqualTo("@file");
        assertThat(DemoOptions.parse("--password", "--p\"").password).isEqualTo("--p\"");
    }

    @Test
    void shouldExplainEveryOption() {
        var out = new ByteArrayOutputStream();

        DemoOptions.printHelp(new PrintStream(out, true, StandardCharsets.UTF_8));

        assertThat(DemoOptions.parse("--help").help).isTrue();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .startsWith("Usage: ./demo [OPTIONS]")
                .contains("--tdengine", "(taosdata)", "--devices=N", "(demo-data)", "--help");
    }

    @ParameterizedTest
    @CsvSource({
        "--mqtt-port 65536, --mqtt-port takes a number from 0 to 65535",
        "--devices 10001, --devices takes a number from 0 to 10000",
        "--rate 0, '--rate takes a number from 1 to 1000000, not 0'",
        "--duration 0, --duration takes a number from 1",
        "--rate fast, 'Invalid value for option ''--rate'': ''fast'' is not an int'",
        "--rate, 'Missing required parameter for option ''--rate'''",
        "--colour red, 'Unknown options: ''--colour'', ''red''; see --help'",
        "plant, '''plant'''",
    })
    void shouldSayWhatItDoesNotUnderstand(String line, String message) {
        assertThatThrownBy(() -> DemoOptions.parse(line.split(" ", -1)))
                .isInstanceOf(DemoException.class)
                .hasMessageContaining(message);
    }
}
