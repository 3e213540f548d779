// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.extension.sdk.api.packets.general.Qos;
import com.hivemq.extension.sdk.api.packets.general.UserProperties;
import com.hivemq.extension.sdk.api.packets.general.UserProperty;
import com.hivemq.extension.sdk.api.services.general.IterationCallback;
import com.hivemq.extension.sdk.api.services.publish.RetainedMessageStore;
import com.hivemq.extension.sdk.api.services.publish.RetainedPublish;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.extension.RetainedMessages.Limits;
import io.github.hivemqtdengine.extension.publish.MessageLimit;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.PayloadSettings;
import io.github.hivemqtdengine.route.RateLimits;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteCompiler;
import io.github.hivemqtdengine.route.RouteSettings;
import io.github.hivemqtdengine.route.RouteSettings.Retained;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.route.Samples;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import io.github.hivemqtdengine.testkit.CapturedLog;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RetainedMessagesTest {

    private static final RouteSettings STATES = route("states", "state/+", Retained.AT_START);
    private static final RouteSettings OTHERS = route("others", "#", Retained.IGNORE);
    private static final Limits LIMITS = new Limits(3, 100, new MessageLimit(50));

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    private final List<InboundMessage> accepted = new ArrayList<>();
    private final List<List<String>> acceptedFor = new ArrayList<>();
    private final AtomicLong clock = new AtomicLong();
    private final AtomicBoolean isAborted = new AtomicBoolean();
    private CompletableFuture<Void> end = CompletableFuture.completedFuture(null);

    private static RouteSettings route(String id, String filter, Retained retained) {
        var sample = Samples.route(new PayloadSettings(new JsonFormat(), RecordShape.ONE_RECORD), "m", Samples.ARRIVAL);
        return new RouteSettings(
                id,
                "plant",
                Set.of(MessageSource.PUBLISHES),
                List.of(TopicFilter.parse(filter)),
                List.of(),
                sample.payload(),
                sample.tables(),
                OnError.DEAD_LETTER,
                null,
                retained,
                RateLimits.NONE);
    }

    /** A sink with both routes that keeps what it accepts. */
    private MessageSink sink() {
        var routes = RouteTable.of(List.of(RouteCompiler.compile(STATES), RouteCompiler.compile(OTHERS)));
        return (MessageSink) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {MessageSink.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("match")) {
                        return routes.match((String) arguments[0]);
                    }
                    acceptedFor.add(((List<?>) arguments[0])
                            .stream().map(route -> ((Route) route).id()).toList());
                    accepted.add((InboundMessage) arguments[1]);
                    return null;
                });
    }

    private RetainedMessages retained(List<RetainedPublish> publishes) {
        var store = (RetainedMessageStore) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {RetainedMessageStore.class},
                (proxy, method, arguments) -> {
                    @SuppressWarnings("unchecked")
                    var callback = (IterationCallback<RetainedPublish>) arguments[0];
                    clock.addAndGet(1_000_000);
                    publishes.forEach(publish -> callback.iterate(() -> isAborted.set(true), publish));
                    return end;
                });
        return new RetainedMessages(sink(), clock::incrementAndGet, LIMITS, "state/of-the-extension", () -> store);
    }

    private static RetainedPublish publish(String topic, int bytes) {
        return BrokerStub.of(
                RetainedPublish.class,
                Map.of(
                        "getTopic",
                        topic,
                        "getPayload",
                        Optional.of(ByteBuffer.wrap("x".repeat(bytes).getBytes(UTF_8))),
                        "getQos",
                        Qos.AT_LEAST_ONCE,
                        "getRetain",
                        true));
    }

    @Test
    void shouldStoreTheMessagesOfRoutesThatAskForThem() {
        retained(List.of(
                        publish("state/1", 2),
                        publish("meter/1", 2),
                        publish("state/of-the-extension", 2),
                        publish("state/2", 0)))
                .store(List.of(STATES, OTHERS));

        assertThat(acceptedFor).containsExactly(List.of("states"), List.of("states"));
        assertThat(accepted).extracting(InboundMessage::topic).containsExactly("state/1", "state/2");
        assertThat(accepted.get(0)).satisfies(message -> {
            assertThat(message.payload()).isEqualTo("xx".getBytes(UTF_8));
            assertThat(message.clientId()).isEmpty();
            assertThat(message.userName()).isNull();
            assertThat(message.qos()).isEqualTo(1);
            assertThat(message.retain()).isTrue();
            assertThat(message.replayed()).isFalse();
        });
        assertThat(log.text()).contains("INFO 2 retained messages of the routes states are stored");
    }

    /** The clock advances by a second before the first message is read. */
    @Test
    void shouldStampThemBeforeAnyThatArrivesMeanwhile() {
        retained(List.of(publish("state/1", 2), publish("state/2", 2))).store(List.of(STATES));

        assertThat(accepted).extracting(InboundMessage::arrivalMicros).containsExactly(1L, 2L);
    }

    @Test
    void shouldReadNothingIfNoRouteAsksForIt() {
        new RetainedMessages(sink(), clock::incrementAndGet, LIMITS, null, () -> {
                    throw new AssertionError("no route asks");
                })
                .store(List.of(OTHERS));

        assertThat(clock).hasValue(0);
        assertThat(log.text()).doesNotContain("retained");
    }

    @Test
    void shouldLeaveOutWhatExceedsALimitAndSayHowMany() {
        var many = IntStream.range(0, 5).mapToObj(i -> publish("state/" + i, 1)).toList();
        retained(many).store(List.of(STATES));
        assertThat(accepted).hasSize(3);
        assertThat(log.text()).contains("WARN 3 retained messages of the routes states are stored, and 2 are left out");

        accepted.clear();
        retained(List.of(publish("state/1", 51), publish("state/2", 50), publish("state/3", 50), publish("state/4", 1)))
                .store(List.of(STATES));
        assertThat(accepted).extracting(InboundMessage::topic).containsExactly("state/2", "state/3");
    }

    /** A client may retain a message whose user properties are much larger than its payload. */
    @Test
    void shouldCountPropertiesAsPartOfAMessage() {
        var property = BrokerStub.of(UserProperty.class, Map.of("getName", "a", "getValue", "b"));
        var properties = BrokerStub.of(UserProperties.class, Map.of("isEmpty", false, "asList", List.of(property)));
        var large = BrokerStub.of(
                RetainedPublish.class,
                Map.of("getTopic", "state/1", "getQos", Qos.AT_LEAST_ONCE, "getUserProperties", properties));

        retained(List.of(large, publish("state/2", 50))).store(List.of(STATES));

        assertThat(accepted).extracting(InboundMessage::topic).containsExactly("state/2");
        assertThat(log.text()).contains("1 retained messages of the routes states are stored, and 1 are left out");
    }

    @Test
    void shouldStopReadingWhenItIsClosed() {
        var retained = retained(List.of(publish("state/1", 2)));
        retained.close();
        retained.store(List.of(STATES));

        assertThat(accepted).isEmpty();
        assertThat(isAborted).isTrue();
    }

    @Test
    void shouldWarnIfTheBrokerRefuses() {
        end = CompletableFuture.failedFuture(new IllegalStateException("rate limit"));
        retained(List.of()).store(List.of(STATES));

        assertThat(log.text()).contains("WARN Retained messages cannot be read; the routes states start", "rate limit");
    }
}
