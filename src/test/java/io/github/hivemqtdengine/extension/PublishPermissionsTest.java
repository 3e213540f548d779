package io.github.hivemqtdengine.extension;

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
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import org.junit.jupiter.api.Test;

/** What the broker's own classes say is the measure. */
class PublishPermissionsTest {

    @Property
    void shouldAllowWhatTheBrokerAllows(
            @ForAll("permissionLists") List<TopicPermission> list,
            @ForAll boolean isDenyDefault,
            @ForAll("topics") String topic,
            @ForAll("levels") QoS qos,
            @ForAll boolean isRetained) {
        var permissions = new ModifiableDefaultPermissionsImpl();
        permissions.addAll(list);
        permissions.setDefaultBehaviour(
                isDenyDefault ? DefaultAuthorizationBehaviour.DENY : DefaultAuthorizationBehaviour.ALLOW);
        var publish = publish(topic, qos, isRetained);
        boolean expected = DefaultPermissionsEvaluator.checkPublish(permissions, publish);
        Statistics.collect(expected);

        assertThat(allow(permissions, publish)).isEqualTo(expected);
    }

    @Test
    void shouldSeeAPermissionThatIsAddedLater() {
        var permissions = new ModifiableDefaultPermissionsImpl();
        var checked = new PublishPermissions(permissions);
        var packet = new PublishPacketImpl(publish("plant/1", QoS.AT_LEAST_ONCE, false));
        assertThat(checked.allow(packet)).isTrue();

        permissions.add(permission("plant/#", PermissionType.DENY, Qos.ALL, MqttActivity.PUBLISH, Retain.ALL));

        assertThat(checked.allow(packet)).isFalse();
    }

    private static boolean allow(ModifiableDefaultPermissions permissions, PUBLISH publish) {
        return new PublishPermissions(permissions).allow(new PublishPacketImpl(publish));
    }

    @Provide
    Arbitrary<List<TopicPermission>> permissionLists() {
        var filter = levels("a", "b", "+", "", "#");
        return Combinators.combine(
                        filter.filter(PublishPermissionsTest::isFilter),
                        Arbitraries.of(PermissionType.class),
                        Arbitraries.of(Qos.class),
                        Arbitraries.of(MqttActivity.class),
                        Arbitraries.of(Retain.class))
                .as(PublishPermissionsTest::permission)
                .list()
                .ofMaxSize(4);
    }

    private static boolean isFilter(String text) {
        int multi = text.indexOf('#');
        return !text.isEmpty() && (multi < 0 || multi == text.length() - 1);
    }

    private static TopicPermission permission(
            String filter, PermissionType type, Qos qos, MqttActivity activity, Retain retain) {
        return new TopicPermissionImpl(filter, type, qos, activity, retain, SharedSubscription.ALL, "#");
    }

    @Provide
    Arbitrary<String> topics() {
        return levels("a", "b", "", "$c").filter(text -> !text.isEmpty());
    }

    @Provide
    Arbitrary<QoS> levels() {
        return Arbitraries.of(QoS.class);
    }

    private static Arbitrary<String> levels(String... words) {
        return Arbitraries.of(words).list().ofMinSize(1).ofMaxSize(4).map(list -> String.join("/", list));
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
