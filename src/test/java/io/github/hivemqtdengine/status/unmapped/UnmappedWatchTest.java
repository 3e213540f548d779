// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.status.unmapped;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.github.hivemqtdengine.config.Sample;
import io.github.hivemqtdengine.decode.json.JsonTree;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.metrics.DropwizardMetrics;
import io.github.hivemqtdengine.metrics.ExtensionMetric;
import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.pipeline.account.RejectedMessage;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.PayloadSurvey;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteCompiler;
import io.github.hivemqtdengine.route.RouteSettings;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.status.StatusNode;
import io.github.hivemqtdengine.testkit.HostileBytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnmappedWatchTest {

    private static final String TABLE = """
            <table super-table="%1$s" sub-table="%1$s_${mqtt-topic:id}">
              <timestamp/>
              <tag name="id" type="VARCHAR(64)" value="${mqtt-topic:id}"/>
              <column name="v" type="DOUBLE" value="${payload:/v}"/>
            </table>
            """;

    @TempDir
    Path folder;

    private final FixedSink sink = new FixedSink();
    private final DropwizardMetrics metrics = new DropwizardMetrics(new MetricRegistry());

    @AutoClose
    private final UnmappedWatch watch = new UnmappedWatch(
            6_000, () -> sink.settings, route -> RouteCompiler.survey(route, UnmappedWatch.MAX_BYTES));

    private final MessageSink watched = watch.around(sink);

    /** Intake that counts what it accepts. */
    private static final class FixedSink implements MessageSink {

        private List<RouteSettings> settings = List.of();
        private RouteTable routes = RouteTable.of(List.of());
        private final List<InboundMessage> accepted = new ArrayList<>();

        @Override
        public List<Route> match(String topic) {
            return routes.match(topic);
        }

        @Override
        public List<Route> match(MessageSource source, String topic) {
            return routes.match(source, topic);
        }

        @Override
        public void accept(List<Route> matched, InboundMessage message, @Nullable PendingAck pendingAck) {
            accepted.add(message);
        }

        @Override
        public void reject(List<Route> matched, RejectedMessage message, @Nullable PendingAck pendingAck) {}

        @Override
        public void drop(List<Route> matched, DropReason reason) {}
    }

    @BeforeEach
    void start() {
        watch.report(metrics);
        configure(route("meters", "<payload format=\"json\"/>"));
    }

    private static String route(String id, String payload) {
        return "<route><id>" + id + "</id><mqtt-topic-filters><mqtt-topic-filter>" + id
                + "/{id}</mqtt-topic-filter></mqtt-topic-filters>" + payload + TABLE.formatted(id) + "</route>";
    }

    private void configure(String... routes) {
        var xml = Sample.XML
                .replace(Sample.route(), String.join("", routes))
                .replaceAll("(?s)<delivery>.*</delivery>", "");
        sink.settings = Sample.settings(folder, xml).routes();
        sink.routes =
                RouteTable.of(sink.settings.stream().map(RouteCompiler::compile).toList());
        watch.look();
    }

    private void publish(String topic, String payload) {
        publish(topic, payload.getBytes(StandardCharsets.UTF_8));
    }

    private void publish(String topic, byte[] payload) {
        var routes = watched.match(topic);
        if (!routes.isEmpty()) {
            watched.accept(
                    routes,
                    new InboundMessage(topic, payload, "c", null, 1, false, false, Mqtt5Properties.NONE, 1),
                    null);
        }
    }

    private String found() {
        watch.look();
        return JsonTree.write(watch.json(100));
    }

    private long gauge(ExtensionMetric metric) {
        return metrics.value(metric, "").longValue();
    }

    @Test
    void shouldFindTopicsFieldsAndTypes() {
        publish("nowhere/1", "{}");
        publish("meters/1", "{\"v\":1,\"signal\":-70}");
        publish("meters/1", "{\"v\":\"1.5\"}");

        assertThat(found())
                .isEqualTo("{\"messages\":1,\"topics\":[\"nowhere/1\"],\"routes\":[{\"id\":\"meters\",\"fields\":["
                        + "{\"field\":\"payload:/v\",\"types\":[\"number\",\"text\"],\"read\":true,\"bytes\":3},"
                        + "{\"field\":\"payload:/signal\",\"types\":[\"number\"],\"read\":false}]}]}");
        assertThat(gauge(ExtensionMetric.UNMAPPED_TOPICS)).isEqualTo(1);
        assertThat(gauge(ExtensionMetric.UNMAPPED_FIELDS)).isEqualTo(1);
        assertThat(sink.accepted).hasSize(2);
    }

    @Test
    void shouldFindNothingInWhatIsStoredWhole() {
        publish("meters/1", "{\"v\":1}");

        assertThat(found()).endsWith("\"routes\":[]}");
        assertThat(gauge(ExtensionMetric.UNMAPPED_FIELDS)).isZero();
    }

    /** 6,000 samples in a minute are ten in each tenth of a second. */
    @Test
    void shouldLookAtSamplesOnly() {
        for (int i = 0; i < 1_000; i++) {
            publish("nowhere/" + i, "");
            publish("meters/1", "{\"f" + i + "\":1}");
        }

        assertThat(found()).startsWith("{\"messages\":10,");
        assertThat(gauge(ExtensionMetric.UNMAPPED_FIELDS)).isEqualTo(10);
        assertThat(sink.accepted).hasSize(1_000);
    }

    /** One sample in a minute is requested in one of 600 intervals. */
    @Test
    void shouldLookAtEachOfFewMessages() {
        try (var rare = new UnmappedWatch(1, () -> sink.settings, settings -> PayloadSurvey.NONE)) {
            for (int i = 0; i < 30_000; i++) {
                rare.look();
            }
            rare.around(sink).match("nowhere/1");
            rare.look();

            assertThat(JsonTree.write(rare.json(1))).contains("nowhere/1");
        }
    }

    @Test
    void shouldForgetWhatIsFoundOfAChangedRouteOnly() {
        configure(route("meters", "<payload format=\"json\"/>"), route("pumps", "<payload format=\"json\"/>"));
        publish("nowhere/1", "");
        publish("meters/1", "{\"signal\":1}");
        publish("pumps/1", "{\"signal\":1}");
        assertThat(found()).contains("nowhere/1", "\"meters\"", "\"pumps\"");

        configure(
                route("meters", "<payload format=\"json\"/>").replace("/v}", "/signal}"),
                route("pumps", "<payload format=\"json\"/>"));
        assertThat(found()).doesNotContain("nowhere/1", "\"meters\"").contains("\"pumps\"");

        publish("meters/1", "{\"signal\":1,\"v\":2}");
        assertThat(found()).contains("payload:/v");

        configure(route("pumps", "<payload format=\"json\"/>"));
        assertThat(found()).doesNotContain("\"meters\"").contains("\"pumps\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{\"a\":1", "[1,2", "\u0000", "{\"v\":{\"v\":[[[", "nan", "{\"a\":1}{\"b\":2}", "\uffff"})
    void shouldIgnoreWhatCanNotBeDecoded(String payload) {
        publish("meters/1", payload);

        assertThat(found()).endsWith("\"routes\":[]}");
    }

    @Test
    void shouldStayBoundedByHostilePayloads() {
        var texts = HostileBytes.ofTexts(List.of("{\"v\":1,\"s\":{\"a\":[1,{\"b\":null}],\"c\":\"x\"}}"));
        var random = new SplittableRandom(1);
        for (int i = 0; i < 2_000; i++) {
            publish("meters/1", texts.next(random));
            watch.look();
        }
        publish("meters/1", "{\"v\":1}");

        assertThat(found().length()).isLessThan(20 * 1_500);
        assertThat(gauge(ExtensionMetric.UNMAPPED_FIELDS)).isBetween(0L, 20L);
    }

    /** One client must not keep the status from being written. */
    @Test
    void shouldBeWrittenAndReadWhateverTheNamesAre() throws Exception {
        publish("nowhere/" + "x".repeat(190) + "\ud83d\ude00".repeat(10), "");
        publish("meters/1", "{\"\\ud83d\":1}");
        publish("meters/1", "{\"a\\u0000\":1,\"s\":\"\\u0000\",\"\\ud83d\\ude00\":1,\"\\u001b[2J\":1}");

        watch.look();
        var status = StatusNode.read(JsonTree.utf8(watch.json(100)));
        assertThat(status.texts("topics")).singleElement().asString().startsWith("nowhere/x");
        assertThat(status.nodes("routes").get(0).nodes("fields"))
                .extracting(field -> field.text("field"))
                .containsExactly("payload:/a\0", "payload:/s", "payload:/\ud83d\ude00", "payload:/\u001b[2J");
    }

    @Test
    void shouldNotDecompressMuch() throws IOException {
        configure(route("meters", "<payload format=\"json\" compression=\"gzip\"/>"));
        publish("meters/1", gzip("{\"small\":1}"));
        publish("meters/1", gzip("{\"large\":\"" + "x".repeat(1 << 20) + "\"}"));

        assertThat(found()).contains("/small").doesNotContain("/large");
    }

    private static byte[] gzip(String text) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    @Test
    void shouldNotCompareFormatsWithoutFieldsOfPublishers() {
        configure(route("meters", "<payload format=\"namespace\"/>").replace("/v}", "/value}"));
        publish("meters/1", "{\"signal\":1}");
        assertThat(found()).endsWith("\"routes\":[]}");

        configure(route("meters", "<payload format=\"raw\"/>").replace("${payload:/v}", "${payload}"));
        publish("meters/1", "{\"signal\":1}");
        assertThat(found()).endsWith("\"routes\":[]}");

        configure(route("meters", "<payload format=\"json\"/>")
                .replaceAll("<mqtt-topic-filters>.*</mqtt-topic-filters>", "<source>client-events</source>")
                .replace("${mqtt-topic:id}", "${mqtt-client-id}"));
        assertThat(RouteCompiler.survey(sink.settings.get(0), UnmappedWatch.MAX_BYTES))
                .isSameAs(PayloadSurvey.NONE);
    }
}
