// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import io.github.hivemqtdengine.status.StatusNode;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.TcpRelay;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script of the zip shows what becomes of one client's messages in a running broker. */
@DisabledOnOs(OS.WINDOWS)
class TraceIT extends BrokerTest {

    private static final String ROUTES = StatusIT.ROUTE + """
            <route>
              <id>large</id>
              <mqtt-topic-filters><mqtt-topic-filter>meter/+</mqtt-topic-filter></mqtt-topic-filters>
              <payload format="json"/>
              <table super-table="large" sub-table="l_${mqtt-client-id}" where="payload:/n &gt; 100">
                <timestamp/>
                <tag    name="client" type="VARCHAR(64)" value="${mqtt-client-id}"/>
                <column name="n" type="BIGINT" value="${payload:/n}"/>
              </table>
            </route>
            """;

    @AutoClose
    private TcpRelay link;

    private UnpackedExtension extension;
    private @Nullable Process trace;
    private Path printed;

    @BeforeEach
    void unpack() throws Exception {
        link = new TcpRelay(database.jdbcUrl());
        extension = new UnpackedExtension(Files.createDirectories(folder.resolve("tools")));
        printed = folder.resolve("trace.txt");
    }

    @AfterEach
    void endTrace() {
        if (trace != null) {
            trace.destroyForcibly();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<durability>memory</durability>",
                "<acknowledge>on-commit</acknowledge>",
                "<capture>on-ack</capture><acknowledge>on-commit</acknowledge>"
            })
    void shouldShowWhatBecomesOfEachMessageOfAClient(String delivery) throws Exception {
        startBroker(StatusIT.ROUTE, "<delivery>" + delivery + "</delivery>");
        var press = mqtt5("press-7");
        publish(press, "meter/1", "{\"n\":1}");
        trace("--client", "press-7", "--json");

        publish(mqtt5("press-8"), "meter/1", "{\"n\":2}");
        publish(press, "meter/1", "{\"n\":3}");
        publish(press, "pump/1", "no route");
        publish(press, "meter/2", "{\"n\":\"x\"}");

        awaitLines(3);
        assertThat(lines())
                .allSatisfy(line -> assertThat(line.text("client")).isEqualTo("press-7"))
                .anySatisfy(line -> {
                    assertThat(line.text("topic")).isEqualTo("meter/1");
                    assertThat(line.count("qos")).isEqualTo(1);
                    assertThat(line.count("payloadBytes")).isEqualTo(7);
                    var route = line.nodes("routes").get(0);
                    assertThat(route.text("route")).isEqualTo("meters");
                    assertThat(route.text("outcome")).isEqualTo("stored");
                    assertThat(route.count("rows")).isEqualTo(1);
                    assertThat(route.text("lane")).startsWith("tdengine-" + DATABASE_ID + "-");
                    assertThat(route.number("ms")).isPositive();
                })
                .anySatisfy(line -> {
                    assertThat(line.text("topic")).isEqualTo("pump/1");
                    assertThat(line.nodes("routes")).isEmpty();
                })
                .anySatisfy(line -> {
                    assertThat(line.text("topic")).isEqualTo("meter/2");
                    var route = line.nodes("routes").get(0);
                    assertThat(route.text("outcome")).isEqualTo("dead-letter");
                    assertThat(route.text("reason")).isEqualTo("type_mismatch");
                    assertThat(route.number("ms")).isPositive();
                });

        var file = file();
        interrupt();
        await().until(() -> Files.readString(file).contains("\"end\":\"withdrawn\""));
        publish(press, "meter/1", "{\"n\":4}");
        awaitFigure("meters", "stored", 4);
        assertThat(Files.readString(file)).doesNotContain("\"n\"").hasLineCount(4);
    }

    @Test
    void shouldFollowAMessageThroughAnOutageToItsRoutes() throws Exception {
        Files.writeString(
                broker.configurationFile(), configuration(ROUTES, "").replace(database.jdbcUrl(), link.jdbcUrl()));
        broker.start(0);
        var press = mqtt5("press-7");
        publish(press, "meter/1", "{\"n\":1}");
        awaitFigure("meters", "stored", 1);
        link.cut();
        trace("--topic", "meter/+");

        publish(press, "meter/1", "{\"n\":2}");

        await().untilAsserted(() -> assertThat(Files.readString(printed))
                .containsPattern("press-7 +meter/1 +1 +7 +meters: waits for the database"));
        link.mend();
        await().untilAsserted(() -> assertThat(Files.readString(printed))
                .containsPattern("meters: stored, 1 row, [\\d.]+ ms; large: dropped \\(no-rows\\), [\\d.]+ ms"));
        assertThat(extension.run(folder, arguments("--topic", "#")).err()).startsWith("Another trace runs until ");
        broker.stop();
        assertThat(process().waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(printed)).contains("The trace has ended after 2 lines: the extension stopped");
        assertThat(process().exitValue()).isEqualTo(1);

        var late = extension.run(folder, arguments("--topic", "#"));

        assertThat(late.err()).startsWith("The extension has not begun the trace within 5 s: stopped at ");
        assertThat(late.code()).isEqualTo(1);
    }

    private void trace(String... options) throws Exception {
        var command = new ArrayList<>(List.of(extension.script().toString()));
        command.addAll(List.of(arguments(options)));
        var builder =
                new ProcessBuilder(command).redirectOutput(printed.toFile()).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        trace = builder.start();
        await().until(() -> file() != null);
    }

    private String[] arguments(String... options) {
        var arguments = new ArrayList<>(List.of("trace", "--data-folder"));
        arguments.add(broker.extensionDataFolder().resolveSibling("").toString());
        arguments.addAll(List.of(options));
        return arguments.toArray(String[]::new);
    }

    /** The file of the trace, or {@code null} before there is one. */
    private @Nullable Path file() throws IOException {
        var traces = broker.extensionDataFolder().resolve("trace");
        try (var files = Files.newDirectoryStream(Files.createDirectories(traces), "*.jsonl")) {
            var all = files.iterator();
            return all.hasNext() ? all.next() : null;
        }
    }

    private Process process() {
        return Objects.requireNonNull(trace);
    }

    private void interrupt() throws InterruptedException {
        process().destroy();
        assertThat(process().waitFor(30, TimeUnit.SECONDS)).isTrue();
    }

    private void awaitLines(int count) {
        await().untilAsserted(() -> assertThat(lines()).hasSize(count));
    }

    private List<StatusNode> lines() throws Exception {
        var lines = new ArrayList<StatusNode>();
        for (var line : Files.readAllLines(printed)) {
            lines.add(StatusNode.read(line.getBytes(StandardCharsets.UTF_8)));
        }
        return lines;
    }

    private static void publish(Mqtt5BlockingClient client, String topic, String payload) {
        client.publishWith()
                .topic(topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(payload.getBytes(StandardCharsets.UTF_8))
                .send();
    }
}
