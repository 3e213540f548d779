// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.trace;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.pipeline.Pipeline;
import io.github.hivemqtdengine.pipeline.RunningPipelines;
import io.github.hivemqtdengine.pipeline.TestRoute;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import io.github.hivemqtdengine.status.StatusNode;
import io.github.hivemqtdengine.testkit.CapturedLog;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceTest extends RunningPipelines {

    @RegisterExtension
    final CapturedLog log = CapturedLog.ofAllFrom(Trace.class.getName());

    @TempDir
    private Path folder;

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private Pipeline pipeline;
    private MessageSink sink;
    private Trace trace;
    private long micros = 1_767_225_600_000_000L;

    @BeforeEach
    void start() {
        pipeline = start(settings(1, 10), TestRoute.arrivalRoute("a"));
        sink = pipeline;
        trace = new Trace(folder, pipeline, pipeline::setListener, next -> sink = next, () -> now);
    }

    @Test
    void shouldShowTheOutcomeOfEachMessage() throws Exception {
        var request = begin("client", null);

        publish("client", "a/x", "1");
        publish("client", "a/x", "bad");
        publish("client", "a/x", "drop");
        publish("client", "b/x", "12");
        publish("other", "b/x", "1");
        awaitCompleted(pipeline, "a");
        trace.check();

        assertThat(outcomes(request))
                .containsExactlyInAnyOrder(
                        "a/x stored  1 tdengine-db-1", "a/x dead-letter decode 0 ", "a/x dropped mapping 0 ", "b/x");
        assertThat(lines(request)).allSatisfy(line -> {
            assertThat(line.text("client")).isEqualTo("client");
            assertThat(line.time("time")).isAfterOrEqualTo(now);
            line.nodes("routes").forEach(route -> assertThat(route.has("ms")).isTrue());
        });
        assertThat(text(request)).as("payloads").doesNotContain("bad", "drop\"", "12\"");
    }

    @Test
    void shouldShowAMessageThatArrivesAfterTheStop() throws Exception {
        var request = begin("client", null);
        pipeline.close();

        publish("client", "a/x", "1");
        trace.check();

        assertThat(outcomes(request)).containsExactly("a/x dropped stopped 0 ");
    }

    /** A defect of the trace is no reason to lose a message. */
    @Test
    void shouldEndAfterADefect() {
        var accepted = new ArrayList<String>();
        var sink = (MessageSink) Proxy.newProxyInstance(
                MessageSink.class.getClassLoader(), new Class<?>[] {MessageSink.class}, (proxy, method, arguments) -> {
                    accepted.add(method.getName());
                    return null; // no list of routes, which the trace does not expect
                });
        var traced = new TracedSink(sink, request("client", null, Duration.ofMinutes(1)));

        assertThat(traced.beginPublish("client", "t", 0, 0)).isTrue();
        assertThat(traced.match("t")).isNull();
        traced.endPublish();

        assertThat(traced.end()).isEqualTo(TraceEnd.DEFECT);
        assertThat(accepted).containsExactly("match");
        assertThat(traced.beginPublish("client", "t", 0, 0)).isFalse();
    }

    @Test
    void shouldNeedBothTheClientAndTheTopic() throws Exception {
        var request = begin("client", "+/x");

        publish("client", "b/x", "");
        publish("client", "b/y", "");
        publish("other", "b/x", "");
        trace.check();

        assertThat(outcomes(request)).containsExactly("b/x");
    }

    @Test
    void shouldShowOnceThatAMessageWaits() throws Exception {
        var isDown = new AtomicBoolean(true);
        database.fail(FailureKind.TRANSIENT, rows -> isDown.get());
        var request = begin("client", null);
        publish("client", "a/x", "1");

        assertThat(outcomes(request)).isEmpty();
        var traced = (TracedSink) sink;
        try (var file = new TraceFile(request.lines(folder))) {
            traced.writeTo(file, Duration.ZERO);
            traced.writeTo(file, Duration.ZERO);
        }
        assertThat(outcomes(request)).containsExactly("a/x waiting  0 ");
        assertThat(lines(request).get(0).nodes("routes").get(0).has("ms")).isFalse();
        isDown.set(false);
        awaitCompleted(pipeline, "a");
        trace.check();

        assertThat(outcomes(request)).containsExactly("a/x waiting  0 ", "a/x stored  1 tdengine-db-1");
    }

    /** With on-ack, a publish that the broker denies is never acknowledged. */
    @Test
    void shouldForgetAMessageThatIsNotAcknowledgedForAMinute() {
        var message = new TracedMessage("client", "a/x", 1, 1, 1);
        message.copied(1);
        message.matched(List.of(TestRoute.arrivalRoute("a")));
        message.endPublish();

        assertThat(message.isUnconfirmedFor(Duration.ofMinutes(1).toNanos())).isFalse();
        assertThat(message.isUnconfirmedFor(0)).isTrue();
        message.accepted(List.of());
        assertThat(message.isUnconfirmedFor(0)).isFalse();
    }

    @Test
    void shouldEndWhenItsTimeIsOver() throws Exception {
        var request = begin("client", null);
        publish("client", "b/x", "1");
        now = request.until();

        trace.check();

        assertThat(last(request).text("end")).isEqualTo("time");
        assertThat(last(request).count("lines")).isEqualTo(1);
        assertThat(sink).isSameAs(pipeline);
        assertThat(TraceRequest.file(folder)).doesNotExist();
        trace.check();
        assertThat(lines(request)).hasSize(2);
    }

    @Test
    void shouldEndWithItsRequest() throws Exception {
        var request = begin("client", null);

        request.withdraw(folder);
        trace.check();

        assertThat(last(request).text("end")).isEqualTo("withdrawn");
        assertThat(sink).isSameAs(pipeline);
    }

    @Test
    void shouldEndAtAStop() throws Exception {
        var request = begin("client", null);

        trace.close();

        assertThat(last(request).text("end")).isEqualTo("stopped");
        assertThat(sink).isSameAs(pipeline);
    }

    @Test
    void shouldDeleteTheFileOfTheTraceBefore() throws Exception {
        var first = begin("client", null);
        var second = request("client", null, Duration.ofMinutes(1));
        second.write(folder);

        trace.check();
        assertThat(last(first).text("end")).isEqualTo("replaced");
        trace.check();

        assertThat(first.lines(folder)).doesNotExist();
        assertThat(second.lines(folder)).isEmptyFile();
        assertThat(sink).isInstanceOf(TracedSink.class);
    }

    @Test
    void shouldEndIfTooManyMessagesAreUnderWay() throws Exception {
        database.fail(FailureKind.TRANSIENT, rows -> true);
        var request = begin("client", null);

        for (int i = 0; i <= TracedSink.MAX_MESSAGES; i++) {
            publish("client", "a/x", "1");
        }
        trace.check();

        assertThat(last(request).text("end")).isEqualTo("messages");
        assertThat(last(request).count("waiting")).isEqualTo(TracedSink.MAX_MESSAGES);
        assertThat(sink).isSameAs(pipeline);
        assertThat(pipeline.counters("a").received()).isEqualTo(TracedSink.MAX_MESSAGES + 1);
    }

    @Test
    void shouldEndIfTheMessagesUnderWayHaveTooLongTopics() throws Exception {
        database.fail(FailureKind.TRANSIENT, rows -> true);
        var request = begin("client", null);
        var topic = "a/" + "x".repeat(60_000);

        for (int i = 0; i <= TracedSink.MAX_BYTES / 120_000; i++) {
            publish("client", topic, "1");
        }
        trace.check();

        assertThat(last(request).text("end")).isEqualTo("messages");
    }

    @Test
    void shouldEndWhenTheFileIsFull() throws Exception {
        var request = begin(null, "#");

        for (int i = 0; i < 300; i++) {
            publish("c".repeat(60_000), "b/x", "1");
            trace.check();
        }

        assertThat(last(request).text("end")).isEqualTo("file");
        assertThat(Files.size(request.lines(folder)))
                .isBetween(TraceFile.MAX_BYTES - 61_000, TraceFile.MAX_BYTES + 500);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"},{\n", "\u0000\u001b[2J", "设备\u202e", "a\r\n{\"end\":\"time\"}"})
    void shouldWriteHostileClientsAsOneLineEach(String client) throws Exception {
        var request = begin(null, "#");

        publish(client, "b/x", "1");
        trace.check();

        assertThat(lines(request)).singleElement().satisfies(line -> {
            assertThat(line.has("end")).isFalse();
            assertThat(line.text("client")).isEqualTo(client);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{\"id\":\"1\"}",
                "{\"id\":\"../../x\",\"client\":\"c\",\"until\":\"2026-01-01T00:05:00Z\"}",
                "{\"id\":\"1\",\"client\":\"c\",\"until\":\"soon\"}",
                "{\"id\":\"1\",\"topic\":\"a/#/b\",\"until\":\"2026-01-01T00:05:00Z\"}",
                "{\"id\":\"1\",\"client\":\"c\",\"until\":\"2026-01-01T01:00:01Z\"}"
            })
    void shouldWarnOnceOfAnUnusableRequest(String content) throws Exception {
        Files.createDirectories(TraceRequest.file(folder).getParent());
        Files.writeString(TraceRequest.file(folder), content);

        trace.check();
        trace.check();

        assertThat(sink).isSameAs(pipeline);
        assertThat(log.text()).containsOnlyOnce("cannot be used");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void shouldNotFollowLinks() throws Exception {
        var elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
        var request = request("client", null, Duration.ofMinutes(1));
        request.write(elsewhere);
        Files.createDirectories(TraceRequest.file(folder).getParent());
        Files.createSymbolicLink(TraceRequest.file(folder), TraceRequest.file(elsewhere));

        trace.check();
        assertThat(sink).isSameAs(pipeline);
        Files.delete(TraceRequest.file(folder));
        Files.createSymbolicLink(request.lines(folder), folder.resolve("victim"));
        request.write(folder);
        trace.check();

        assertThat(sink).isSameAs(pipeline);
        assertThat(folder.resolve("victim")).doesNotExist();
        assertThat(log.text()).contains("cannot be used");
    }

    @Test
    void shouldDeleteARequestOfThePast() throws Exception {
        request("client", null, Duration.ZERO).write(folder);

        trace.check();

        assertThat(sink).isSameAs(pipeline);
        assertThat(TraceRequest.file(folder)).doesNotExist();
        assertThat(log.text()).isEmpty();
    }

    @Test
    void shouldEndWithADamagedRequest() throws Exception {
        var request = begin("client", null);
        Files.writeString(TraceRequest.file(folder), "{");

        trace.check();

        assertThat(last(request).text("end")).isEqualTo("defect");
        assertThat(sink).isSameAs(pipeline);
    }

    private TraceRequest request(@Nullable String client, @Nullable String topic, Duration time) {
        return TraceRequest.of(client, topic == null ? null : TopicFilter.parse(topic), now.plus(time));
    }

    private TraceRequest begin(@Nullable String client, @Nullable String topic) throws Exception {
        var request = request(client, topic, Duration.ofMinutes(5));
        request.write(folder);
        trace.check();
        assertThat(sink).isInstanceOf(TracedSink.class);
        return request;
    }

    /** Publishes as the interceptor does; the pipeline has the client {@code client}. */
    private void publish(String client, String topic, String payload) {
        boolean isTraced = sink instanceof TracedSink traced && traced.beginPublish(client, topic, 1, payload.length());
        micros++;
        var routes = sink.match(topic);
        if (!routes.isEmpty()) {
            if (isTraced) {
                ((TracedSink) sink).copied(micros);
            }
            sink.accept(routes, message(topic, payload, micros));
        }
        if (isTraced) {
            ((TracedSink) sink).endPublish();
        }
    }

    private String text(TraceRequest request) throws Exception {
        return Files.readString(request.lines(folder));
    }

    private List<StatusNode> lines(TraceRequest request) throws Exception {
        var lines = new ArrayList<StatusNode>();
        for (var line : Files.readAllLines(request.lines(folder))) {
            lines.add(StatusNode.read(line.getBytes(StandardCharsets.UTF_8)));
        }
        return lines;
    }

    private StatusNode last(TraceRequest request) throws Exception {
        var lines = lines(request);
        return lines.get(lines.size() - 1);
    }

    private List<String> outcomes(TraceRequest request) throws Exception {
        var outcomes = new ArrayList<String>();
        for (var line : lines(request)) {
            var route = line.nodes("routes").stream()
                    .map(node -> " " + node.text("outcome") + " " + node.text("reason") + " " + node.count("rows") + " "
                            + node.text("lane"))
                    .findFirst();
            outcomes.add(line.text("topic") + route.orElse(""));
        }
        return outcomes;
    }
}
