// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.publish;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.hivemq.extension.sdk.api.interceptor.publish.parameter.PublishInboundInput;
import com.hivemq.extension.sdk.api.interceptor.publish.parameter.PublishInboundOutput;
import com.hivemq.extension.sdk.api.packets.general.Qos;
import com.hivemq.extension.sdk.api.packets.general.UserProperties;
import com.hivemq.extension.sdk.api.packets.general.UserProperty;
import com.hivemq.extension.sdk.api.packets.publish.PublishPacket;
import io.github.hivemqtdengine.config.CaptureSettings.Capture;
import io.github.hivemqtdengine.config.ConfigurationReader;
import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.decode.sparkplug.EdgeNodes;
import io.github.hivemqtdengine.decode.sparkplug.NodeState;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugTopic;
import io.github.hivemqtdengine.extension.BrokerStub;
import io.github.hivemqtdengine.extension.FussyDatabase;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.DeliverySettings;
import io.github.hivemqtdengine.pipeline.Pipeline;
import io.github.hivemqtdengine.pipeline.account.PendingAck.Stage;
import io.github.hivemqtdengine.route.RouteCompiler;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.route.sparkplug.SparkplugInput;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PublishInterceptorTest {

    private static final PublishPacket QOS_ZERO =
            BrokerStub.of(PublishPacket.class, Map.of("getTopic", "t", "getQos", Qos.AT_MOST_ONCE));

    private final Pipeline pipeline = new Pipeline(
            RouteTable.of(List.of()), List.of(), DeliverySettings.DEFAULT, letter -> true, PipelineMetrics.NONE, null);
    private final PublishInterceptor interceptor = ClientPublishes.interceptor(pipeline, ClientBacklogTest.unlimited());
    private final List<String> asked = new ArrayList<>();

    @TempDir
    Path folder;

    @Test
    void shouldReadNothingButTheTopicOfAMessageThatNoRouteWants() {
        interceptor.onInboundPublish(input("some/topic"), proxy(PublishInboundOutput.class, null));

        assertThat(asked).containsExactly("getTopic");
    }

    @Test
    void shouldLetNothingOutThatWouldMakeTheBrokerDropTheMessage() {
        assertThatCode(() -> interceptor.onInboundPublish(input(null), proxy(PublishInboundOutput.class, null)))
                .doesNotThrowAnyException();
    }

    /** With {@code fsync} and {@code on-commit}. */
    @ParameterizedTest
    @EnumSource
    void shouldRefuseToAcknowledgeMessagesThatItCouldNotAccept(Capture capture) throws Exception {
        var session = new ClientSession();
        var settings = new ConfigurationReader().read(Path.of("conf/examples/raw.xml"));
        var everything = pipeline("local", routes(settings));
        var packet = BrokerStub.of(
                PublishPacket.class, Map.of("getTopic", "t", "getQos", Qos.EXACTLY_ONCE, "getPacketId", 7));

        ClientPublishes.publish(
                packet,
                ClientPublishes.interceptor(
                        everything,
                        new AcknowledgedIntake(1, () -> everything, capture, Stage.ON_DISK, session),
                        () -> {
                            throw new IllegalStateException("the clock failed");
                        }));

        var pendingAck = requireNonNull(session.get(7, 2)).acknowledged(1);
        assertThat(requireNonNull(pendingAck).isRefused()).isTrue();
    }

    @Test
    void shouldCountQosZeroAsDroppedIfAcknowledgementsDecide() throws Exception {
        var everything = pipeline("local", routes(new ConfigurationReader().read(Path.of("conf/examples/raw.xml"))));
        var acknowledged = new AcknowledgedIntake(1, () -> everything, Capture.ON_ACK, null, new ClientSession());

        ClientPublishes.publish(QOS_ZERO, ClientPublishes.interceptor(everything, acknowledged, () -> 1));

        var route = everything.counters("everything");
        assertThat(route.get(DropReason.NEVER_ACKNOWLEDGED)).isOne();
        assertThat(route.received()).isOne();
    }

    @Test
    void shouldNotCountADeniedMessage() throws Exception {
        var everything = pipeline("local", routes(new ConfigurationReader().read(Path.of("conf/examples/raw.xml"))));
        var acknowledged = new AcknowledgedIntake(1, () -> everything, Capture.ON_PUBLISH, null, new ClientSession());

        ClientPublishes.publish(QOS_ZERO, ClientPublishes.denying(everything, null));
        ClientPublishes.publish(QOS_ZERO, ClientPublishes.denying(everything, acknowledged));

        assertThat(everything.counters("everything").received()).isZero();
    }

    /** A refused message is neither copied nor queued, and counts as one that the mapping filters. */
    @ParameterizedTest
    @CsvSource({"7, 0, 1", "8, 1, 0", "2000, 0, 1"})
    void shouldCopyThePayloadOnlyIfTheConditionHolds(int payloadBytes, int received, int filtered) throws Exception {
        var routes = routes("mqtt-payload-size = 8");
        var filtering = pipeline("local", routes);
        var payload = ByteBuffer.allocate(payloadBytes).asReadOnlyBuffer();
        var packet = BrokerStub.of(
                PublishPacket.class,
                Map.of(
                        "getTopic",
                        "t",
                        "getQos",
                        Qos.AT_LEAST_ONCE,
                        "getPacketId",
                        7,
                        "getPayload",
                        Optional.of(payload)));

        ClientPublishes.publish(packet, ClientPublishes.interceptor(filtering, ClientBacklogTest.unlimited()));

        var route = filtering.counters(routes.routes().get(0).id());
        assertThat(route.received()).isOne();
        assertThat(route.get(DropReason.NO_ROWS)).isEqualTo(filtered);
        assertThat(route.get(MappingEvent.ROWS_FILTERED)).isEqualTo(filtered);
        assertThat(route.inFlight()).isEqualTo(received);
        assertThat(payload.remaining()).isEqualTo(received == 1 ? 0 : payloadBytes);
    }

    /** The condition refers to the last property, and the dead letter has room for the first eight. */
    @Test
    void shouldNotFilterATooLargeMessageByUserPropertiesThatAreLeftOut() throws Exception {
        var routes = routes("mqtt-user-property:p8 = 'v'");
        var filtering = pipeline("local", routes);
        var properties = IntStream.range(0, 9)
                .mapToObj(i -> BrokerStub.of(UserProperty.class, Map.of("getName", "p" + i, "getValue", "v")))
                .toList();
        var packet = BrokerStub.of(
                PublishPacket.class,
                Map.of(
                        "getTopic",
                        "t",
                        "getQos",
                        Qos.AT_LEAST_ONCE,
                        "getUserProperties",
                        BrokerStub.of(UserProperties.class, Map.of("isEmpty", false, "asList", properties))));

        ClientPublishes.publish(packet, ClientPublishes.interceptor(filtering, ClientBacklogTest.unlimited()));

        var route = filtering.counters(routes.routes().get(0).id());
        assertThat(route.get(DropReason.NO_ROWS)).isZero();
        assertThat(route.deadLettered()).isOne();
    }

    /** The routes of the shipped configuration with this condition. */
    private RouteTable routes(String where) throws Exception {
        var xml = Files.readString(Path.of("conf/examples/raw.xml"))
                .replace("<table super-table=\"messages\"", "<table where=\"" + where + "\" super-table=\"messages\"");
        assertThat(xml).contains(where);
        var settings = new ConfigurationReader().read(Files.writeString(folder.resolve("config.xml"), xml));
        return routes(settings);
    }

    private static RouteTable routes(ExtensionSettings settings) {
        return RouteTable.of(
                settings.routes().stream().map(RouteCompiler::compile).toList());
    }

    private static Pipeline pipeline(String databaseId, RouteTable routes) {
        return new Pipeline(
                routes,
                List.of(new FussyDatabase(databaseId)),
                DeliverySettings.DEFAULT,
                letter -> true,
                PipelineMetrics.NONE,
                null);
    }

    @Test
    void shouldReportABirthThatIsDroppedSinceItsClientIsTooFast() throws Exception {
        var lost = new ArrayList<String>();
        var nodes = new EdgeNodes() {
            @Override
            public void learn(SparkplugTopic topic, String clientId, long arrivalMicros, byte[] payload) {
                throw new AssertionError("a dropped message is not mapped");
            }

            @Override
            public void lost(SparkplugTopic topic, String clientId, long arrivalMicros) {
                lost.add(topic.type() + " " + topic.node() + " " + clientId + " " + arrivalMicros);
            }

            @Override
            public NodeState before(SparkplugTopic topic, String clientId, long arrivalMicros) {
                return NodeState.UNKNOWN;
            }
        };
        var route = new ConfigurationReader()
                .read(Path.of("conf/examples/sparkplug/wide.xml"))
                .routes()
                .get(0);
        var input = SparkplugInput.of(route, nodes, null);
        var sparkplug = pipeline("plant", RouteTable.of(List.of(RouteCompiler.compile(route, input, null))));
        var packet = BrokerStub.of(
                PublishPacket.class,
                Map.of("getTopic", "spBv1.0/G/DBIRTH/E/D", "getQos", Qos.AT_MOST_ONCE, "getTimestamp", 0L));

        ClientPublishes.publish(packet, ClientPublishes.interceptor(sparkplug, ClientBacklogTest.full()));

        assertThat(sparkplug.counters(route.id()).get(DropReason.TOO_FAST)).isOne();
        assertThat(lost).containsExactly("DBIRTH E client 1");
    }

    /** An input whose packet has this topic, or fails when it is asked for one. */
    private PublishInboundInput input(@Nullable String topic) {
        return proxy(PublishInboundInput.class, proxy(PublishPacket.class, topic));
    }

    private <T> T proxy(Class<T> type, @Nullable Object answer) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    if (type == PublishPacket.class) {
                        asked.add(method.getName());
                    }
                    if (answer == null) {
                        throw new IllegalStateException("the broker's packet failed");
                    }
                    return answer;
                }));
    }
}
