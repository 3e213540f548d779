// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.status.silence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.github.hivemqtdengine.config.ConfigurationReader;
import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.pipeline.account.RejectedMessage;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteCompiler;
import io.github.hivemqtdengine.testkit.CapturedLog;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class SilenceWatchTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:00:00Z");
    private static final long SECOND = 1_000_000_000L;

    private static final String XML = """
            <hivemq-tdengine-extension>
              <databases><database>
                <id>plant</id><jdbc-url>jdbc:TAOS-WS://localhost:6041</jdbc-url>
                <username>root</username><password>x</password><name>f</name>
              </database></databases>
              <routes><route>
                <id>presses</id><silence>10 s</silence><silence-key>press</silence-key>
                <mqtt-topic-filters><mqtt-topic-filter>hall/{hall}/press/{press}</mqtt-topic-filter></mqtt-topic-filters>
                <payload format="raw"/>
                <table super-table="p" sub-table="p_${mqtt-topic:press}">
                  <tag name="press" type="VARCHAR(64)" value="${mqtt-topic:press}"/>
                  <column name="v" type="VARCHAR(64)" value="${payload}"/>
                </table>
              </route></routes>
            </hivemq-tdengine-extension>
            """;

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    @TempDir
    Path folder;

    private long nanos;
    private @Nullable ExtensionSettings active;

    @Test
    void shouldNameTheFirstSilentKeys() throws Exception {
        try (var watch = watch(XML)) {
            publish(watch, "7", "8", "9", "10");
            nanos = 5 * SECOND;
            publish(watch, "8");
            nanos = 11 * SECOND;

            assertThat(watch.json(9))
                    .singleElement()
                    .satisfies(route -> assertThat(route)
                            .contains(
                                    entry("id", "presses"),
                                    entry("count", 3),
                                    entry("since", NOW.minusSeconds(11)),
                                    entry("keys", List.of("10", "7", "9"))));
            assertThat(watch.json(0)).isEmpty();
        }
    }

    @Test
    void shouldKnowTheKeysAfterARestartUnlessTheyAreOfAnotherLevel() throws Exception {
        try (var watch = watch(XML)) {
            publish(watch, "7");
        }
        nanos = 200 * SECOND;
        try (var watch = watch(XML)) {
            nanos += 121 * SECOND;
            assertThat(watch.json(9))
                    .singleElement()
                    .extracting(route -> route.get("keys"))
                    .isEqualTo(List.of("7"));
        }
        try (var watch = watch(XML.replace("<silence-key>press", "<silence-key>hall"))) {
            nanos += 500 * SECOND;
            assertThat(watch.json(9)).isEmpty();
        }
    }

    @Test
    void shouldKeepTheKeysOfARouteThatHasChanged() throws Exception {
        try (var watch = watch(XML)) {
            publish(watch, "7");
            active = read(XML.replace("10 s", "400 s"));
            nanos = 399 * SECOND;
            assertThat(watch.json(9)).isEmpty();
            nanos = 401 * SECOND;
            assertThat(watch.json(9)).hasSize(1);
            active = read(XML.replace("<silence>10 s</silence><silence-key>press</silence-key>", ""));
            assertThat(watch.json(9)).isEmpty();
        }
    }

    @Test
    void shouldStartWithADamagedFile() throws Exception {
        Files.writeString(
                folder.resolve(SilenceWatch.FILE), "{\"presses\":{\"key\":\"press\",\"seen\":{\"7\":\"x\"}}}");

        try (var watch = watch(XML)) {
            assertThat(log.text()).contains("cannot be read; keys that are silent since the last run are unknown");
            publish(watch, "7");
        }
        assertThat(folder.resolve(SilenceWatch.FILE)).content().contains("\"7\":\"2026-01-02T03:00:00Z\"");
    }

    private SilenceWatch watch(String xml) throws Exception {
        active = read(xml);
        return new SilenceWatch(
                folder, () -> Objects.requireNonNull(active), Clock.fixed(NOW, ZoneOffset.UTC), () -> nanos);
    }

    private ExtensionSettings read(String xml) throws Exception {
        return new ConfigurationReader().read(Files.writeString(folder.resolve("config.xml"), xml));
    }

    private void publish(SilenceWatch watch, String... presses) {
        var route =
                RouteCompiler.compile(Objects.requireNonNull(active).routes().get(0));
        for (var press : presses) {
            var message = new InboundMessage(
                    "hall/1/press/" + press,
                    press.getBytes(StandardCharsets.UTF_8),
                    "client",
                    null,
                    0,
                    false,
                    false,
                    Mqtt5Properties.NONE,
                    1);
            watch.around(new Nowhere()).accept(List.of(route), message, null);
        }
    }

    /** Intake that ignores all messages. */
    private static final class Nowhere implements MessageSink {

        @Override
        public List<Route> match(String topic) {
            return List.of();
        }

        @Override
        public List<Route> match(MessageSource source, String topic) {
            return List.of();
        }

        @Override
        public List<Route> filter(List<Route> matched, InboundMessage message, int payloadBytes) {
            return matched;
        }

        @Override
        public void accept(List<Route> matched, InboundMessage message, @Nullable PendingAck pendingAck) {
            assertThat(matched).hasSize(1);
        }

        @Override
        public void reject(List<Route> matched, RejectedMessage message, @Nullable PendingAck pendingAck) {
            throw new AssertionError(message);
        }

        @Override
        public void drop(List<Route> matched, DropReason reason) {
            throw new AssertionError(reason);
        }
    }
}
