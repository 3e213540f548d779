package io.github.hivemqtdengine.loadtest.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MqttloaderFileTest {

    private static final BrokerAddress BROKER = new BrokerAddress("10.0.0.7", 1999);

    @Test
    void shouldHaveMqttloadersKeysOnlyAndTheBroker() throws Exception {
        var scenario = ScenarioText.read(
                "broker = elsewhere\nnum_messages = 7\nx.rounds = 3\nuser_name = john\n" + "password = sec\\u00dfret");

        var text = MqttloaderFile.text(scenario, BROKER);

        assertThat(text.lines().filter(line -> !line.startsWith("#")))
                .containsExactlyInAnyOrder(
                        "broker=10.0.0.7",
                        "broker_port=1999",
                        "tls=false",
                        "num_messages=7",
                        "user_name=john",
                        "password=sec\\u00DFret");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void shouldBeReadAsTheSameLoad(long seed) throws Exception {
        var scenario = ScenarioText.read(randomScenario(new Random(seed)));

        var again = ScenarioText.read(MqttloaderFile.text(scenario, BROKER));

        assertThat(again.load()).isEqualTo(scenario.load());
        assertThat(again.broker()).contains(BROKER);
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
