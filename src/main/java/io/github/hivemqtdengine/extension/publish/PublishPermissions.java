package io.github.hivemqtdengine.extension.publish;

import com.hivemq.extension.sdk.api.auth.parameter.TopicPermission;
import com.hivemq.extension.sdk.api.packets.auth.DefaultAuthorizationBehaviour;
import com.hivemq.extension.sdk.api.packets.auth.ModifiableDefaultPermissions;
import com.hivemq.extension.sdk.api.packets.publish.PublishPacket;
import java.util.List;

/**
 * Evaluates one client's default permissions for publishing. The broker evaluates them after the interceptors, so the
 * extension does it itself, by the same rules. Changed permissions take effect at once. Used by one thread at a time.
 */
public final class PublishPermissions {

    private final ModifiableDefaultPermissions permissions;
    /** Source of the rules; the broker makes a new list with every change. */
    private List<TopicPermission> known = List.of();

    private List<PublishRule> rules = List.of();

    public PublishPermissions(ModifiableDefaultPermissions permissions) {
        this.permissions = permissions;
    }

    /** Returns whether the client may publish this packet; the first matching rule decides. */
    public boolean allows(PublishPacket packet) {
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
