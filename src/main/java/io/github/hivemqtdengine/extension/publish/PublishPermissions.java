// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.publish;

import com.hivemq.extension.sdk.api.auth.parameter.TopicPermission;
import com.hivemq.extension.sdk.api.auth.parameter.TopicPermission.MqttActivity;
import com.hivemq.extension.sdk.api.auth.parameter.TopicPermission.PermissionType;
import com.hivemq.extension.sdk.api.auth.parameter.TopicPermission.Retain;
import com.hivemq.extension.sdk.api.packets.auth.DefaultAuthorizationBehaviour;
import com.hivemq.extension.sdk.api.packets.auth.ModifiableDefaultPermissions;
import com.hivemq.extension.sdk.api.packets.publish.PublishPacket;
import java.util.List;
import java.util.stream.Stream;

/**
 * Evaluates one client's default permissions for publishing. The broker evaluates them after the interceptors, so the
 * extension does it itself, by the same rules. Changed permissions take effect at once. Used by one thread at a time.
 */
public final class PublishPermissions {

    private final ModifiableDefaultPermissions permissions;
    /** Source of the rules; the broker makes a new list with every change. */
    private List<TopicPermission> known = List.of();

    private List<Rule> rules = List.of();

    public PublishPermissions(ModifiableDefaultPermissions permissions) {
        this.permissions = permissions;
    }

    /** Returns whether the client may publish this packet; the first matching rule decides. */
    public boolean allows(PublishPacket packet) {
        var current = permissions.asList();
        if (current != known) {
            rules = current.stream().flatMap(Rule::of).toList();
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

    /**
     * Default permission of a client for publishing, as the broker interprets it: slashes at the end of a topic are
     * significant only if the filter has wildcards. Immutable.
     */
    private static final class Rule {

        private final TopicPermission permission;
        private final String filter;
        /** Empty if the filter has no wildcard. */
        private final String[] levels;

        private Rule(TopicPermission permission) {
            this.permission = permission;
            this.filter = withoutSlashes(permission.getTopicFilter());
            boolean hasWildcard = filter.indexOf('#') >= 0 || filter.indexOf('+') >= 0;
            this.levels = hasWildcard ? filter.split("/", -1) : new String[0];
        }

        /** Returns the rule of a permission; empty if it is for subscribing only. */
        static Stream<Rule> of(TopicPermission permission) {
            return permission.getActivity() == MqttActivity.SUBSCRIBE
                    ? Stream.empty()
                    : Stream.of(new Rule(permission));
        }

        /** Returns whether the rule allows the packets that match it, rather than denies them. */
        boolean allows() {
            return permission.getType() == PermissionType.ALLOW;
        }

        /** Returns whether such a PUBLISH packet matches the rule. */
        boolean isAbout(String topic, int qos, boolean isRetained) {
            return isAbout(isRetained) && isAbout(qos) && isAbout(topic);
        }

        private boolean isAbout(boolean isRetained) {
            return permission.getPublishRetain() != (isRetained ? Retain.NOT_RETAINED : Retain.RETAINED);
        }

        private boolean isAbout(int qos) {
            return switch (permission.getQos()) {
                case ZERO -> qos == 0;
                case ONE -> qos == 1;
                case TWO -> qos == 2;
                case ZERO_ONE -> qos != 2;
                case ZERO_TWO -> qos != 1;
                case ONE_TWO -> qos != 0;
                case ALL -> true;
            };
        }

        private boolean isAbout(String topic) {
            if (levels.length == 0) {
                return filter.equals(topic.length() == 1 ? topic : withoutSlashes(topic));
            }
            var topicLevels = topic.split("/", -1);
            for (int i = 0; i < levels.length; i++) {
                if (levels[i].equals("#")) {
                    return true;
                }
                if (i == topicLevels.length || !(levels[i].equals("+") || levels[i].equals(topicLevels[i]))) {
                    return false;
                }
            }
            return levels.length == topicLevels.length;
        }

        private static String withoutSlashes(String text) {
            int end = text.length();
            while (end > 0 && text.charAt(end - 1) == '/') {
                end--;
            }
            return text.substring(0, end);
        }
    }
}
