// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.loadtest.agent.Message.Connect;
import io.github.hivemqtdengine.loadtest.agent.Message.Polled;
import io.github.hivemqtdengine.loadtest.agent.Message.Usage;
import io.github.hivemqtdengine.loadtest.agent.Message.Welcome;
import io.github.hivemqtdengine.loadtest.measure.LatencyHistogram;
import io.github.hivemqtdengine.loadtest.measure.LoadResult.Calls;
import io.github.hivemqtdengine.loadtest.measure.LoadResult.Connections;
import io.github.hivemqtdengine.loadtest.mqtt.LoadGenerator.Progress;
import io.github.hivemqtdengine.loadtest.mqtt.Measured;
import io.github.hivemqtdengine.loadtest.mqtt.Share;
import io.github.hivemqtdengine.loadtest.mqtt.link.Notes;
import io.github.hivemqtdengine.loadtest.scenario.reader.ScenarioReader;
import io.github.hivemqtdengine.loadtest.scenario.reader.ScenarioText;
import io.github.hivemqtdengine.loadtest.scenario.reader.Variation;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageStreamTest {

    private static final String NO_MESSAGE = "it sent something that is no message of the load tests";

    static Stream<Message> messages() {
        return Stream.of(
                new Welcome("1.0"),
                new Message.ReadCounts(),
                new Message.AskBroker(),
                new Message.BrokerAsked(true),
                new Message.CountsRead(ByteBuffer.wrap(new byte[] {1, -2})),
                new Polled(new Progress(true, List.of(3L, Long.MAX_VALUE), false, true, 4, 5)),
                new Usage(Optional.of(Duration.ofNanos(123_456_789)), OptionalLong.of(7)),
                new Usage(Optional.empty(), OptionalLong.empty()));
    }

    @ParameterizedTest
    @MethodSource("messages")
    void shouldReadWhatWasWritten(Message message) throws Exception {
        assertThat(read(written(message))).isEqualTo(message);
    }

    @Test
    void shouldSendThePlanOfGroups(@TempDir Path folder) throws Exception {
        var clients = Files.writeString(folder.resolve("clients.csv"), "client_id,user_name,password\na,u,p\n,,\n");
        var plan = ScenarioText.read("""
                        user_name = me
                        password = secret
                        tls = true
                        tls_client_key = %1$s
                        tls_client_cert_chain = %1$s
                        x.connect_rate = 100
                        x.user_properties = site=7, line={client}
                        x.group.one.x.topic = one/{client}
                        x.group.one.num_subscribers = 0
                        x.group.one.x.client_id = one-{client}
                        x.group.one.x.clients = %1$s
                        x.group.one.x.think = 1 s..5 s
                        x.group.one.x.churn = 5 s for 1 s
                        x.group.one.x.will = gone/{client}
                        x.group.two.x.topic = two/{client}
                        x.group.two.x.rate = 2 times 0 for 9 s, 400 for 1 s
                        x.group.two.x.message_expiry = 10 s
                        """.formatted(clients)).load();
        var task = new Connect("127.0.0.1", 1883, "lt", plan, Share.WHOLE, 7);

        assertThat(read(written(task))).isEqualTo(task);
    }

    @Test
    void shouldSendThePlanOfEveryScenario() throws Exception {
        try (var files = Files.newDirectoryStream(Path.of("scenarios"), "*.conf")) {
            for (var file : files) {
                var plan = ScenarioReader.read(file, new Variation(false, Map.of()))
                        .load();
                var task = new Connect("127.0.0.1", 1883, "lt", plan, new Share(1, 3), -7);

                assertThat(read(written(task))).as(file.toString()).isEqualTo(task);
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
                "{'is':'Welcome'}",
                "{'is':'Welcome','version':null}",
                "{'is':'Begin','startMicros':1,'more':2}"
            })
    void shouldRefuseWhatIsNoMessage(String text) {
        var content = text.replace('\'', '"').getBytes(UTF_8);
        var frame = ByteBuffer.allocate(Integer.BYTES + content.length)
                .putInt(content.length)
                .put(content);

        assertThatThrownBy(() -> read(frame.array()))
                .isInstanceOf(IOException.class)
                .hasMessage(NO_MESSAGE);
    }

    @Test
    void shouldRefuseWhatAShellPrints() {
        assertThatThrownBy(() -> read("Welcome to this machine\n".getBytes(UTF_8)))
                .hasMessage(NO_MESSAGE);
    }

    @Test
    void shouldSayThatAMessageIsCut() throws Exception {
        var whole = written(new Welcome("1.0"));

        assertThatThrownBy(() -> read(new byte[0])).hasMessage("its output has ended");
        assertThatThrownBy(() -> read(Arrays.copyOf(whole, 3))).hasMessage(NO_MESSAGE);
        assertThatThrownBy(() -> read(Arrays.copyOf(whole, whole.length - 1))).hasMessage(NO_MESSAGE);
    }

    @Test
    void shouldReadMeasurementsThatAreNotTooLong() throws Exception {
        var plan = ScenarioText.read("num_publishers = 1").load();
        var calls = new Calls(new LatencyHistogram(), 3);
        var measured = new Measured(
                List.of(),
                List.of(),
                List.of(List.of()),
                new Notes(1),
                new Connections(0, 0, 0, 0, 0),
                calls,
                List.of());
        var bytes = new ByteArrayOutputStream();
        var out = new MessageStream(InputStream.nullInputStream(), bytes);
        out.write(measured);
        var in = new MessageStream(new ByteArrayInputStream(bytes.toByteArray()), OutputStream.nullOutputStream());

        assertThat(in.read(plan, 1_000).calls().unanswered()).isEqualTo(3);
        assertThatThrownBy(() -> new MessageStream(new ByteArrayInputStream(bytes.toByteArray()), bytes).read(plan, 20))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("MiB of results: send fewer messages, or use more agents");
    }

    private static byte[] written(Message message) throws IOException {
        var bytes = new ByteArrayOutputStream();
        new MessageStream(InputStream.nullInputStream(), bytes).write(message);
        return bytes.toByteArray();
    }

    private static Message read(byte[] bytes) throws IOException {
        return new MessageStream(new ByteArrayInputStream(bytes), OutputStream.nullOutputStream()).read();
    }
}
