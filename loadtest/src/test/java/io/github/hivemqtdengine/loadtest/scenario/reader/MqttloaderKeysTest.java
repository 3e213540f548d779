// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.scenario.ClientSettings;
import io.github.hivemqtdengine.loadtest.scenario.ClientSettings.TlsSettings;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan.CrowdPlan;
import io.github.hivemqtdengine.loadtest.scenario.Pace;
import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan;
import io.github.hivemqtdengine.loadtest.scenario.PublisherPlan;
import io.github.hivemqtdengine.loadtest.scenario.SubscriberPlan;
import io.github.hivemqtdengine.loadtest.scenario.TopicPattern;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MqttloaderKeysTest {

    @Test
    void shouldHaveMqttloadersDefaults() throws Exception {
        var load = ScenarioText.read("").load();

        assertThat(load.clients())
                .isEqualTo(new ClientSettings(
                        5, Optional.empty(), Optional.empty(), Optional.empty(), Duration.ofSeconds(60), 1, false));
        assertThat(load.only().publishers())
                .isEqualTo(new PublisherPlan(
                        1,
                        0,
                        false,
                        new TopicPattern("mqttloader-test-topic", 1),
                        new PayloadPlan(PayloadPlan.Format.MQTTLOADER, 20, "", 1, PayloadPlan.Compression.NONE),
                        100,
                        new Pace.ClosedLoop(Duration.ZERO),
                        1));
        assertThat(load.only().subscribers())
                .isEqualTo(new SubscriberPlan(1, 0, false, "mqttloader-test-topic", Duration.ZERO));
        assertThat(load.crowd()).isEqualTo(CrowdPlan.NONE);
        assertThat(load.calls()).isEmpty();
        assertThat(List.of(load.rampUp(), load.rampDown(), load.subscriberTimeout(), load.execTime()))
                .containsExactly(Duration.ZERO, Duration.ZERO, Duration.ofSeconds(5), Duration.ofSeconds(60));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            mqtt_version = 3 | mqttVersion=3,
            num_publishers = 12\\nqos_publisher = 1\\nretain = true | PublisherPlan[first=0, count=12, qos=1, retain=true,
            num_subscribers = 0\\nqos_subscriber = 2 | SubscriberPlan[first=0, count=0, qos=2,
            shared_subscription = true | shared=true,
            topic = a/b | pattern=a/b,
            topic = a/b | filter=a/b,
            payload = 8 | bytes=8,
            num_messages = 7 | messages=7,
            ramp_up = 1 | rampUp=PT1S,
            ramp_down = 2 | rampDown=PT2S,
            interval = 250 | ClosedLoop[interval=PT0.00025S]
            subscriber_timeout = 9 | subscriberTimeout=PT9S,
            exec_time = 3600 | execTime=PT1H]
            tls = true | [rootCertificate=Optional.empty, clientKey=Optional.empty, clientCertificateChain=Optional.empty]
            broker = ssl://host | tls=Optional[
            """)
    void shouldReadMqttloadersKeys(String text, String components) throws Exception {
        assertThat(ScenarioText.components(text)).contains(components);
    }

    @ParameterizedTest
    @CsvSource({
        "mqtt_version, 4",
        "num_publishers, -1",
        "num_publishers, ten",
        "num_subscribers, 1.5",
        "qos_publisher, 3",
        "qos_subscriber, -1",
        "shared_subscription, yes",
        "retain, TRUE",
        "topic, a/+/b",
        "topic, a/#",
        "topic, a/{name}",
        "payload, 7",
        "num_messages, 1e6",
        "ramp_up, 1 s",
        "ramp_down, -1",
        "interval, 0.5",
        "subscriber_timeout, x",
        "exec_time, 0",
        "log_level, DEBUG",
        "broker, a b",
        "broker_port, 65536",
        "tls, on",
        "tls_rootca_cert, /no/such/file",
        "tls_client_key, /no/such/file",
        "tls_client_cert_chain, a.crt;b.crt",
        "password, secret"
    })
    void shouldRefuseWhatMqttloaderDoesNotTake(String key, String value) {
        var problems = ScenarioText.problems("# about\n\n" + key + " = " + value);

        assertThat(problems).hasSize(1);
        assertThat(problems.get(0).key()).isEqualTo(key);
        assertThat(problems.get(0).line()).isEqualTo(3);
        assertThat(problems.get(0).value()).isEqualTo(key.equals("password") ? "..." : value);
    }

    @Test
    void shouldTakeTlsFiles(@TempDir Path folder) throws Exception {
        var ca = Files.writeString(folder.resolve("ca.crt"), "");
        var key = Files.writeString(folder.resolve("client.key"), "");
        var chain = Files.writeString(folder.resolve("client.crt"), "");

        var scenario = ScenarioText.read("tls = true\ntls_rootca_cert = " + ca + "\ntls_client_key = " + key
                + "\ntls_client_cert_chain = " + chain);

        assertThat(scenario.load().clients().tls())
                .contains(new TlsSettings(Optional.of(ca), Optional.of(key), Optional.of(chain)));
    }

    @ParameterizedTest
    @CsvSource({
        "broker = 10.0.0.1, 10.0.0.1:1883",
        "broker = tcp://host, host:1883",
        "broker = ssl://host, host:8883",
        "broker = host\\ntls = true, host:8883",
        "broker = host\\nbroker_port = 1999\\ntls = true, host:1999",
        "broker = [::1], [::1]:1883"
    })
    void shouldKnowWhereMqttloadersBrokerIs(String text, String address) throws Exception {
        assertThat(ScenarioText.read(text.replace("\\n", "\n")).broker().orElseThrow())
                .hasToString(address);
    }

    @Test
    void shouldTakeWhatOnlyMqttloaderUses() throws Exception {
        var scenario = ScenarioText.read("ntp = ntp.example.org\nlog_level = ALL\noutput = results");

        assertThat(scenario.output()).contains(Path.of("results"));
        assertThat(scenario.notes()).singleElement().asString().contains("ntp.example.org is ignored");
        assertThat(scenario.broker()).isEmpty();
    }

    @Test
    void shouldKeepThePasswordOutOfWhatIsShown() throws Exception {
        var scenario = ScenarioText.read("user_name = john\npassword = secret");

        assertThat(scenario.settings()).containsEntry("user_name", "john").containsEntry("password", "***");
        assertThat(scenario.load().clients().credentials()).contains(new ClientSettings.Credentials("john", "secret"));
        assertThat(scenario.toString()).doesNotContain("secret");
    }
}
