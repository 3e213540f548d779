package io.github.hivemqtdengine.extension;

import com.hivemq.extension.sdk.api.interceptor.publish.PublishInboundInterceptor;
import com.hivemq.extension.sdk.api.interceptor.publish.parameter.PublishInboundInput;
import com.hivemq.extension.sdk.api.interceptor.publish.parameter.PublishInboundOutput;
import com.hivemq.extension.sdk.api.packets.general.UserProperties;
import com.hivemq.extension.sdk.api.packets.publish.PublishPacket;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.UserProperty;
import io.github.hivemqtdengine.pipeline.EpochClock;
import io.github.hivemqtdengine.pipeline.Pipeline;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies what one client publishes and hands it over. It runs on the broker's threads and waits for nothing but the
 * spool's disk; and it never throws, since the broker drops a client's message when an interceptor does.
 */
final class PublishInterceptor implements PublishInboundInterceptor {

    private static final Logger LOG = LoggerFactory.getLogger(PublishInterceptor.class);
    private static final byte[] NO_BYTES = new byte[0];

    private final Pipeline pipeline;
    private final Intake intake;
    private final EpochClock arrivals;
    private final String clientId;
    private final @Nullable String userName;

    PublishInterceptor(
            Pipeline pipeline, Intake intake, EpochClock arrivals, String clientId, @Nullable String userName) {
        this.pipeline = pipeline;
        this.intake = intake;
        this.arrivals = arrivals;
        this.clientId = clientId;
        this.userName = userName;
    }

    @Override
    public void onInboundPublish(PublishInboundInput input, PublishInboundOutput output) {
        try {
            var packet = input.getPublishPacket();
            intake.see(packet);
            var routes = pipeline.match(packet.getTopic());
            if (!routes.isEmpty() && intake.wants(packet, routes)) {
                intake.take(packet.getPacketId(), routes, messageOf(packet));
            }
        } catch (RuntimeException | Error e) {
            LOG.error("A message of client {} was not taken in", clientId, e);
        }
    }

    private InboundMessage messageOf(PublishPacket packet) {
        return new InboundMessage(
                packet.getTopic(),
                payloadOf(packet),
                clientId,
                userName,
                packet.getQos().getQosNumber(),
                packet.getRetain(),
                packet.getDupFlag(),
                propertiesOf(packet),
                arrivals.micros());
    }

    private static byte[] payloadOf(PublishPacket packet) {
        var payload = packet.getPayload();
        if (payload.isEmpty()) {
            return NO_BYTES;
        }
        var bytes = new byte[payload.get().remaining()];
        payload.get().get(bytes);
        return bytes;
    }

    private static Mqtt5Properties propertiesOf(PublishPacket packet) {
        var contentType = packet.getContentType().orElse(null);
        var responseTopic = packet.getResponseTopic().orElse(null);
        var userProperties = packet.getUserProperties();
        if (contentType == null && responseTopic == null && userProperties.isEmpty()) {
            return Mqtt5Properties.NONE;
        }
        return new Mqtt5Properties(contentType, responseTopic, listOf(userProperties));
    }

    private static List<UserProperty> listOf(UserProperties properties) {
        return properties.asList().stream()
                .map(property -> new UserProperty(property.getName(), property.getValue()))
                .toList();
    }
}
