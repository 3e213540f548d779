// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.loadtest.agent.Message.Chunk;
import io.github.hivemqtdengine.loadtest.agent.Message.Connect;
import io.github.hivemqtdengine.loadtest.agent.Message.Hello;
import io.github.hivemqtdengine.loadtest.agent.Message.Polled;
import io.github.hivemqtdengine.loadtest.agent.Message.Usage;
import io.github.hivemqtdengine.loadtest.mqtt.LoadGenerator.Progress;
import io.github.hivemqtdengine.loadtest.mqtt.Share;
import io.github.hivemqtdengine.loadtest.scenario.reader.ScenarioReader;
import io.github.hivemqtdengine.loadtest.scenario.reader.ScenarioText;
import io.github.hivemqtdengine.loadtest.scenario.reader.Variation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageJsonTest {

    static Stream<Message> messages() {
        return Stream.of(
                new Message.Ping(),
                new Hello("1.0", "secret"),
                new Message.ReadCounts(),
                new Message.CountsRead(ByteBuffer.wrap(new byte[] {1, -2})),
                new Polled(new Progress(true, List.of(3L, Long.MAX_VALUE), false, true, 4, 5)),
                new Usage(Optional.of(Duration.ofNanos(123_456_789)), OptionalLong.of(7)),
                new Usage(Optional.empty(), OptionalLong.empty()),
                new Chunk(ByteBuffer.wrap(new byte[] {0, -1, 2, 3}, 1, 2), true));
    }

    @ParameterizedTest
    @MethodSource("messages")
    void shouldReadWhatWasWritten(Message message) throws Exception {
        assertThat(MessageJson.read(MessageJson.write(message))).isEqualTo(message);
    }

    @Test
    void shouldSendThePlanOfGroups() throws Exception {
        var plan = ScenarioText.read("""
                        user_name = me
                        password = secret
                        x.user_properties = site=7, line={client}
                        x.group.one.x.topic = one/{client}
                        x.group.one.x.think = 1 s..5 s
                        x.group.one.x.churn = 5 s for 1 s
                        x.group.one.x.will = gone/{client}
                        x.group.two.x.topic = two/{client}
                        x.group.two.x.rate = 2 times 0 for 9 s, 400 for 1 s
                        x.group.two.x.message_expiry = 10 s
                        """).load();
        var task = new Connect("127.0.0.1", 1883, "lt", plan, Share.WHOLE, 7);

        assertThat(MessageJson.read(MessageJson.write(task))).isEqualTo(task);
    }

    @Test
    void shouldSendThePlanOfEveryScenario() throws Exception {
        try (var files = Files.newDirectoryStream(Path.of("scenarios"), "*.conf")) {
            for (var file : files) {
                var plan = ScenarioReader.read(file, new Variation(false, Map.of()))
                        .load();
                var task = new Connect("127.0.0.1", 1883, "lt", plan, new Share(1, 3), -7);

                assertThat(MessageJson.read(MessageJson.write(task)))
                        .as(file.toString())
                        .isEqualTo(task);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no JSON",
                "{}",
                "null",
                "{'is':'java.lang.Runtime'}",
                "{'is':'Hello'}",
                "{'is':'Hello','version':null,'token':''}",
                "{'is':'Begin','startMicros':1,'more':2}"
            })
    void shouldRefuseWhatIsNoMessage(String text) {
        assertThatThrownBy(() -> MessageJson.read(text.replace('\'', '"').getBytes(UTF_8)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no message of the load tests");
    }
}
