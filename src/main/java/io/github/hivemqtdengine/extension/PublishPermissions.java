package io.github.hivemqtdengine.extension;

import com.hivemq.extension.sdk.api.auth.parameter.TopicPermission;
import com.hivemq.extension.sdk.api.packets.auth.DefaultAuthorizationBehaviour;
import com.hivemq.extension.sdk.api.packets.auth.ModifiableDefaultPermissions;
import com.hivemq.extension.sdk.api.packets.publish.PublishPacket;
import java.util.List;

/**
 * Whether one client's default permissions let it publish. The broker asks that after the interceptors, so they have to
 * ask it themselves, by the same rules. Whatever changes the permissions takes effect at once. One thread at a time.
 */
final class PublishPermissions {

    private final ModifiableDefaultPermissions permissions;
    /** What the rules are made of; the broker makes a new list with every change. */
    private List<TopicPermission> known = List.of();

    private List<PublishRule> rules = List.of();

    PublishPermissions(ModifiableDefaultPermissions permissions) {
        this.permissions = permissions;
    }

    /** Whether the client may publish this packet; the first rule that is about it decides. */
    boolean allow(PublishPacket packet) {
        var current = permissions.asList();
        if (current != known) {
            rules = current.stream().flatMap(PublishRule::of).toList();
            known = current;
        }
        if (!rules.isEmpty()) {
            var topic = packet.getTopic();
            for (var rule : rules) {
                if (rule.isAbout(topic, packet.getQos().getQosNumber(), packet.getRetain())) {
                    return rule.allows();
                }
            }
        }
        return permissions.getDefaultBehaviour() == DefaultAuthorizationBehaviour.ALLOW;
    }
}
