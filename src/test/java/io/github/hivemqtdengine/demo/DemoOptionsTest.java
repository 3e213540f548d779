package io.github.hivemqtdengine.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoOptionsTest {

    @Test
    void shouldHaveDefaults() {
        var options = DemoOptions.parse();

        assertThat(options.tdengineUrl()).isNull();
        assertThat(options.duration()).isNull();
        assertThat(options.devices()).isEqualTo(30);
        assertThat(options.mqttPort()).isNull();
        assertThat(options.folder()).isEqualTo(Path.of("demo-data").toAbsolutePath());
    }

    @Test
    void shouldReadEveryOption() {
        var options = DemoOptions.parse(
                ("--tdengine jdbc:TAOS-WS://td:6041 --user u --password p --database d --devices 3 --rate 7"
                                + " --mqtt-port 1 --http-port 2 --pg-port 3 --dir /tmp/d --duration 9")
                        .split(" ", -1));

        assertThat(options)
                .isEqualTo(new DemoOptions(
                        false,
                        "jdbc:TAOS-WS://td:6041",
                        "u",
                        "p",
                        "d",
                        3,
                        7,
                        1,
                        2,
                        3,
                        Path.of("/tmp/d").toAbsolutePath(),
                        Duration.ofSeconds(9)));
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

    @ParameterizedTest
    @CsvSource({
        "--mqtt-port 65536, --mqtt-port takes a number from 0 to 65535",
        "--rate fast, not fast",
        "--rate, --rate needs a value",
        "--colour red, What is --colour?",
    })
    void shouldSayWhatItDoesNotUnderstand(String line, String message) {
        assertThatThrownBy(() -> DemoOptions.parse(line.split(" ", -1)))
                .isInstanceOf(DemoException.class)
                .hasMessageContaining(message);
    }
}
