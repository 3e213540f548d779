// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.publish;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.extension.sdk.api.interceptor.publish.parameter.PublishInboundInput;
import com.hivemq.extension.sdk.api.interceptor.publish.parameter.PublishInboundOutput;
import com.hivemq.extension.sdk.api.packets.general.Qos;
import com.hivemq.extension.sdk.api.packets.publish.PublishPacket;
import io.github.hivemqtdengine.config.CaptureSettings.Capture;
import io.github.hivemqtdengine.extension.BrokerStub;
import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.pipeline.Pipeline;
import io.github.hivemqtdengine.time.EpochClock;
import io.github.hivemqtdengine.trace.Trace;
import io.github.hivemqtdengine.trace.TraceRequest;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a trace shows of publishes that do not, or not at once, go to a lane. */
class TracedPublishesTest {

    private static final EpochClock CLOCK = new AtomicLong(1_767_225_600_000_000L)::incrementAndGet;

    @TempDir
    private Path folder;

    private MessageSink sink;
    private Trace trace;
    private TraceRequest request;

    @BeforeEach
    void begin() throws Exception {
        Pipeline pipeline = ClientPublishes.pipeline(letter -> true);
        sink = pipeline;
        trace = new Trace(folder, pipeline, pipeline::setListener, next -> sink = next, InstantSource.system());
        request = TraceRequest.of("client", null, Instant.now().plus(Duration.ofMinutes(5)));
    }

    private void publish(Qos qos, Function<EpochClock, PublishInterceptor> interceptor) {
        var packet = BrokerStub.of(
                PublishPacket.class,
                Map.of(
                        "getTopic",
                        "t",
                        "getQos",
                        qos,
                        "getPacketId",
                        7,
                        "getPayload",
                        Optional.of(ByteBuffer.allocate(3).asReadOnlyBuffer())));
        new TracedPublishes("client", () -> sink, CLOCK, interceptor)
                .onInboundPublish(
                        BrokerStub.of(PublishInboundInput.class, Map.of("getPublishPacket", packet)),
                        BrokerStub.of(PublishInboundOutput.class, Map.of()));
    }

    /** Ends the trace, and returns the lines without the last one. */
    private String lines() throws Exception {
        trace.close();
        var lines = Files.readString(request.lines(folder));
        return lines.substring(0, lines.indexOf("{\"end\":\"stopped\""));
    }

    private PublishInterceptor tracking(Capture capture, ClientSession session, EpochClock clock) {
        var intake = new AcknowledgedIntake(1, () -> sink, capture, null, session);
        return ClientPublishes.interceptor(sink, intake, clock);
    }

    private void startTrace() throws Exception {
        request.write(folder);
        trace.start();
        await().until(() -> Files.exists(request.lines(folder)));
        await().until(() -> !(sink instanceof Pipeline));
    }

    @Test
    void shouldShowADeniedMessage() throws Exception {
        startTrace();

        publish(Qos.AT_MOST_ONCE, clock -> ClientPublishes.denying(sink, null));

        assertThat(lines())
                .contains(
                        "\"qos\":0,\"payloadBytes\":3,\"routes\":[{\"route\":\"everything\",\"outcome\":\"not-authorized\"")
                .hasLineCount(1);
    }

    @Test
    void shouldShowQosZeroThatIsNeverAcknowledged() throws Exception {
        startTrace();

        publish(Qos.AT_MOST_ONCE, clock -> tracking(Capture.ON_ACK, new ClientSession(), clock));

        assertThat(lines())
                .contains("\"outcome\":\"dropped\",\"reason\":\"never-acknowledged\"")
                .hasLineCount(1);
    }

    @Test
    void shouldShowAMessageThatTheBrokerHasNotAcknowledged() throws Exception {
        startTrace();

        publish(Qos.AT_LEAST_ONCE, clock -> tracking(Capture.ON_ACK, new ClientSession(), clock));

        assertThat(lines()).contains("\"outcome\":\"unconfirmed\"}").hasLineCount(1);
    }

    @Test
    void shouldShowAMessageThatIsAcceptedOnceItIsAcknowledged() throws Exception {
        var session = new ClientSession();
        startTrace();

        publish(Qos.EXACTLY_ONCE, clock -> tracking(Capture.ON_ACK, session, clock));
        requireNonNull(session.get(7, 2)).acknowledged(1);

        assertThat(lines()).contains("\"outcome\":\"waiting\"").hasLineCount(1);
    }

    @Test
    void shouldShowADeadLetterOfAMessageThatALaterConnectionAcknowledges() throws Exception {
        var session = new ClientSession();
        startTrace();

        publish(Qos.EXACTLY_ONCE, clock -> tracking(Capture.ON_ACK, session, clock));
        requireNonNull(session.get(7, 2)).acknowledged(2);

        assertThat(lines())
                .contains("\"outcome\":\"dead-letter\",\"reason\":\"unconfirmed\"")
                .hasLineCount(1);
    }

    @Test
    void shouldPassEverythingOnWithoutATrace() throws Exception {
        publish(Qos.AT_LEAST_ONCE, clock -> ClientPublishes.interceptor(sink, null, clock));

        assertThat(((Pipeline) sink).counters("everything").inFlight()).isOne();
        assertThat(folder).isEmptyDirectory();
    }
}
