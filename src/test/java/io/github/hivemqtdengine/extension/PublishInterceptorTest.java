package io.github.hivemqtdengine.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.hivemq.extension.sdk.api.interceptor.publish.parameter.PublishInboundInput;
import com.hivemq.extension.sdk.api.interceptor.publish.parameter.PublishInboundOutput;
import com.hivemq.extension.sdk.api.packets.publish.PublishPacket;
import com.hivemq.extensions.packets.general.ModifiableDefaultPermissionsImpl;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.DeliverySettings;
import io.github.hivemqtdengine.pipeline.Pipeline;
import io.github.hivemqtdengine.route.RouteTable;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PublishInterceptorTest {

    private final Pipeline pipeline = new Pipeline(
            RouteTable.of(List.of()), List.of(), DeliverySettings.DEFAULT, letter -> true, PipelineMetrics.NONE);
    private final PublishInterceptor interceptor = new PublishInterceptor(
            pipeline,
            new DirectIntake(pipeline, new PublishPermissions(new ModifiableDefaultPermissionsImpl())),
            new MessageLimit(1_000),
            () -> 1,
            ClientBacklogTest.unlimited(),
            "client",
            null);
    private final List<String> asked = new ArrayList<>();

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
