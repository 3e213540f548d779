// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.hivemqtdengine.loadtest.scenario.BrokerAddress;
import io.github.hivemqtdengine.loadtest.scenario.reader.InvalidScenarioException.Problem;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MqttloaderArgumentsTest {

    private static MqttloaderArguments parse(String line) throws Exception {
        return MqttloaderArguments.parse(List.of(line.split(" ", -1)));
    }

    @Test
    void shouldReadTheCommandLineOfThePublishedReport() throws Exception {
        var arguments = parse("-b tcp://127.0.0.1:1883 -p 10 -s 10 -m 1000");

        var c3 = ScenarioText.read("num_publishers = 10\nnum_subscribers = 10\nnum_messages = 1000");
        assertThat(arguments.scenario().load()).isEqualTo(c3.load());
        assertThat(arguments.scenario().title()).isEqualTo("mqttloader -b tcp://127.0.0.1:1883 -p 10 -s 10 -m 1000");
        assertThat(arguments.scenario().output()).contains(Path.of("."));
        assertThat(arguments.broker()).hasToString("127.0.0.1:1883");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-b h -v 3 -p 1 -s 2 -pq 1 -sq 2 -ss -r -t a/b -d 100 -m 5 -ru 1 -rd 2 -i 10 -st 3 -et 30 -l ALL -n x -im",
                "--broker h --version 3 --npub 1 --nsub 2 --pubqos 1 --subqos 2 --shsub --retain --topic a/b --payload 100"
                        + " --nmsg 5 --rampup 1 --rampdown 2 --interval 10 --subtimeout 3 --exectime 30 --log ALL --ntp x"
                        + " --inmemory",
                "--broker=h -v=3 -p=1 --nsub=2 -pq=1 -sq=2 -ss -r -t=a/b -d=100 -m=5 -ru=1 -rd=2 -i=10 -st=3 -et=30 -l=ALL"
                        + " -n=x -im"
            })
    void shouldReadAllOptions(String line) throws Exception {
        var arguments = parse(line);

        var same = ScenarioText.read("""
                mqtt_version = 3
                num_publishers = 1
                num_subscribers = 2
                qos_publisher = 1
                qos_subscriber = 2
                shared_subscription = true
                retain = true
                topic = a/b
                payload = 100
                num_messages = 5
                ramp_up = 1
                ramp_down = 2
                interval = 10000
                subscriber_timeout = 3
                exec_time = 30
                """);
        assertThat(arguments.scenario().load()).isEqualTo(same.load());
        assertThat(arguments.scenario().output()).isEmpty();
        assertThat(arguments.scenario().notes()).hasSize(1);
        assertThat(arguments.broker()).isEqualTo(new BrokerAddress("h", 1883));
    }

    @ParameterizedTest
    @CsvSource({"ssl://h, h:8883, true", "ssl://h:9999, h:9999, true", "tcp://h, h:1883, false", "h:77, h:77, false"})
    void shouldReadTheBrokersAddress(String text, String address, boolean encrypted) throws Exception {
        var arguments = parse("-b " + text);

        assertThat(arguments.broker()).hasToString(address);
        assertThat(arguments.scenario().load().clients().tls().isPresent()).isEqualTo(encrypted);
    }

    @ParameterizedTest
    @CsvSource({
        "-b h -p ten, -p \"ten\" must be a whole number",
        "-b a/b, -b \"a/b\" must be a host",
        "-b h -i 0.5, -i \"0.5\" must be a whole number",
        "-b h -d 7, -d \"7\" must be a whole number from 8",
        "-b h -m, -m \"\" needs a value",
        "-b h -r=true, -r \"true\" has a value",
        "-b h --nmessages 5, did you mean --nmsg?",
        "-b h stray, option \"stray\" is none"
    })
    void shouldRefuseWhatMqttloaderDoesNotTake(String line, String part) {
        assertThatThrownBy(() -> parse(line))
                .isInstanceOf(InvalidScenarioException.class)
                .hasMessageContaining(part);
    }

    @Test
    void shouldReportAllProblemsTogether() {
        var invalid = catchThrowableOfType(InvalidScenarioException.class, () -> parse("-b h -p ten -v 4 -pq 3 -et 0"));

        assertThat(invalid.problems()).extracting(Problem::key).containsExactlyInAnyOrder("-p", "-v", "-pq", "-et");
    }

    @Test
    void shouldRequireABroker() {
        assertThatThrownBy(() -> parse("-p 10"))
                .isInstanceOf(InvalidScenarioException.class)
                .hasMessageContaining("broker");
    }

    @Test
    void shouldReadTheFileOfTheCommandLineOf08(@TempDir Path folder) throws Exception {
        var file = ScenarioText.write(folder, "mine", "broker = h\nbroker_port = 77\nexec_time = 9");

        var arguments = MqttloaderArguments.parse(List.of("-c", file.toString()));

        assertThat(arguments.broker()).hasToString("h:77");
        assertThat(arguments.scenario().name()).isEqualTo("mine");
        assertThat(arguments.scenario().load().execTime()).isEqualTo(Duration.ofSeconds(9));
    }
}
