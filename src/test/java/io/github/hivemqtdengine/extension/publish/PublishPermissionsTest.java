// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.publish;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.extension.sdk.api.auth.parameter.TopicPermission;
import com.hivemq.extension.sdk.api.auth.parameter.TopicPermission.MqttActivity;
import com.hivemq.extension.sdk.api.auth.parameter.TopicPermission.PermissionType;
import com.hivemq.extension.sdk.api.auth.parameter.TopicPermission.Qos;
import com.hivemq.extension.sdk.api.auth.parameter.TopicPermission.Retain;
import com.hivemq.extension.sdk.api.auth.parameter.TopicPermission.SharedSubscription;
import com.hivemq.extension.sdk.api.packets.auth.DefaultAuthorizationBehaviour;
import com.hivemq.extension.sdk.api.packets.auth.ModifiableDefaultPermissions;
import com.hivemq.extensions.auth.parameter.TopicPermissionImpl;
import com.hivemq.extensions.packets.general.ModifiableDefaultPermissionsImpl;
import com.hivemq.extensions.packets.publish.PublishPacketImpl;
import com.hivemq.mqtt.handler.publish.DefaultPermissionsEvaluator;
import com.hivemq.mqtt.message.QoS;
import com.hivemq.mqtt.message.publish.PUBLISH;
import com.hivemq.mqtt.message.publish.PUBLISHFactory;
import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import org.junit.jupiter.api.Test;

/** Compares the permissions with the broker's own classes. */
class PublishPermissionsTest {

    @SeededTest
    void shouldAllowWhatTheBrokerAllows(RandomValues random) {
        var permissions = new ModifiableDefaultPermissionsImpl();
        permissions.addAll(random.list(0, 4, () -> anyPermission(random)));
        permissions.setDefaultBehaviour(
                random.anyBoolean() ? DefaultAuthorizationBehaviour.DENY : DefaultAuthorizationBehaviour.ALLOW);
        var publish = publish(topic(random), random.oneOf(QoS.values()), random.anyBoolean());
        boolean expected = DefaultPermissionsEvaluator.checkPublish(permissions, publish);

        assertThat(allow(permissions, publish)).isEqualTo(expected);
    }

    @Test
    void shouldSeeAPermissionThatIsAddedLater() {
        var permissions = new ModifiableDefaultPermissionsImpl();
        var checked = new PublishPermissions(permissions);
        var packet = new PublishPacketImpl(publish("plant/1", QoS.AT_LEAST_ONCE, false));
        assertThat(checked.allows(packet)).isTrue();

        permissions.add(permission("plant/#", PermissionType.DENY, Qos.ALL, MqttActivity.PUBLISH, Retain.ALL));

        assertThat(checked.allows(packet)).isFalse();
    }

    private static boolean allow(ModifiableDefaultPermissions permissions, PUBLISH publish) {
        return new PublishPermissions(permissions).allows(new PublishPacketImpl(publish));
    }

    private static TopicPermission anyPermission(RandomValues random) {
        return permission(
                filter(random),
                random.oneOf(PermissionType.values()),
                random.oneOf(Qos.values()),
                random.oneOf(MqttActivity.values()),
                random.oneOf(Retain.values()));
    }

    private static String filter(RandomValues random) {
        var filter = "";
        while (!isFilter(filter)) {
            filter = levels(random, "a", "b", "+", "", "#");
        }
        return filter;
    }

    private static boolean isFilter(String text) {
        int multi = text.indexOf('#');
        return !text.isEmpty() && (multi < 0 || multi == text.length() - 1);
    }

    private static TopicPermission permission(
            String filter, PermissionType type, Qos qos, MqttActivity activity, Retain retain) {
        return new TopicPermissionImpl(filter, type, qos, activity, retain, SharedSubscription.ALL, "#");
    }

    private static String topic(RandomValues random) {
        var topic = levels(random, "a", "b", "", "$c");
        return topic.isEmpty() ? "a" : topic;
    }

    private static String levels(RandomValues random, String... words) {
        return String.join("/", random.list(1, 4, () -> random.oneOf(words)));
    }

    private static PUBLISH publish(String topic, QoS qos, boolean isRetained) {
        return new PUBLISHFactory.Mqtt5Builder()
                .withHivemqId("test")
                .withTopic(topic)
                .withQoS(qos)
                .withOnwardQos(qos)
                .withRetain(isRetained)
                .withPayload(new byte[0])
                .build();
    }
}
