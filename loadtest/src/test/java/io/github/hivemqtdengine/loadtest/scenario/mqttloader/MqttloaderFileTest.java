// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.mqttloader;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.scenario.BrokerAddress;
import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.Pace;
import io.github.hivemqtdengine.loadtest.scenario.reader.ScenarioText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MqttloaderFileTest {

    private static final BrokerAddress BROKER = new BrokerAddress("10.0.0.7", 1999);

    @Test
    void shouldHaveMqttloadersKeysOnlyAndTheBroker() throws Exception {
        var scenario = ScenarioText.read(
                "broker = elsewhere\noutput = mine\nntp = clock\nnum_messages = 7\nx.rounds = 3\nuser_name = john\n"
                        + "password = sec\\u00dfret");

        var text = MqttloaderFile.text(scenario, BROKER, Path.of("records"));

        assertThat(text.lines().filter(line -> !line.startsWith("#")))
                .containsExactlyInAnyOrder(
                        "broker=10.0.0.7",
                        "broker_port=1999",
                        "output=records",
                        "tls=false",
                        "num_messages=7",
                        "user_name=john",
                        "password=sec\\u00DFret");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void shouldBeReadAsTheSameLoad(long seed) throws Exception {
        var scenario = ScenarioText.read(randomScenario(new Random(seed)));

        var again = ScenarioText.read(MqttloaderFile.text(scenario, BROKER, Path.of("a folder\\with signs")));

        assertThat(again.load()).isEqualTo(scenario.load());
        assertThat(again.broker()).contains(BROKER);
        assertThat(again.output()).contains(Path.of("a folder\\with signs"));
    }

    @Test
    void shouldLeaveOutOfALoadWhatMqttloaderDoesNotKnow() throws Exception {
        var own = "num_publishers = 10\nnum_messages = 7\ninterval = 4000\nqos_publisher = 1\nexec_time = 9\n";
        var scenario =
                ScenarioText.read(own + "x.rate = 50% of bare for 5 s\nx.window = 100\nx.subscriber_delay = 1 s\n");

        assertThat(MqttloaderFile.load(scenario))
                .isEqualTo(ScenarioText.read(own).load());
    }

    @Test
    void shouldSendAConstantRateAtItsInterval() throws Exception {
        var scenario = ScenarioText.read("num_publishers = 10\nnum_messages = 7\nx.rate = 1500 for 3 s\n");

        var load = MqttloaderFile.load(scenario);

        assertThat(load.only().publishers().pace()).isEqualTo(new Pace.ClosedLoop(Duration.ofNanos(6_667_000)));
        assertThat(load.only().publishers().messages()).isEqualTo(450);
        assertThat(MqttloaderFile.text(scenario.withLoad(load), BROKER, Path.of("records"))
                        .lines())
                .contains("interval=6667", "num_messages=450");
    }

    @Test
    void shouldNotSendARateThatChanges() throws Exception {
        var scenario = ScenarioText.read("num_messages = 7\nx.rate = 100..5000 in 3 s\n");

        assertThat(MqttloaderFile.load(scenario).only().publishers().planned()).isEqualTo(7);
    }

    @Test
    void shouldTellMqttloaderWhatAVariantSends() throws Exception {
        var scenario = ScenarioText.read("num_messages = 7\nx.variant.many.num_messages = 70\nx.modes = many\n");

        var text = MqttloaderFile.text(scenario.as(new Contender("many")), BROKER, Path.of("records"));

        assertThat(text.lines()).contains("num_messages=70").noneMatch(line -> line.contains("variant"));
    }

    @Test
    void shouldKeepThePasswordOfALoad() throws Exception {
        var scenario = ScenarioText.read("user_name = john\npassword = secret\n");

        assertThat(MqttloaderFile.load(scenario)).isEqualTo(scenario.load());
    }

    private static String randomScenario(Random random) {
        var text = new StringBuilder();
        for (var key : new String[] {"num_publishers", "num_subscribers", "num_messages", "ramp_up", "interval"}) {
            if (random.nextBoolean()) {
                text.append(key).append(" = ").append(1 + random.nextInt(1_000)).append('\n');
            }
        }
        text.append("qos_publisher = ").append(random.nextInt(3)).append('\n');
        text.append("retain = ").append(random.nextBoolean()).append('\n');
        text.append("tls = ").append(random.nextBoolean()).append('\n');
        text.append("user_name = u").append(random.nextInt()).append('\n');
        text.append("password = \\u00e4\\\\=#:! ").append(random.nextInt()).append('\n');
        return text.toString();
    }
}
