// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.util.List;
import java.util.Optional;

/**
 * Result of matching a source and topic against a route, with its reason.
 *
 * @param filter the filter that matches or excludes the topic; empty if none does
 */
public record RouteMatch(Route route, Reason reason, Optional<TopicFilter> filter) {

    /** Reason for a match or mismatch. */
    public enum Reason {
        /** A filter matches. */
        WANTED,
        /** A filter matches, but so does an exclude filter. */
        EXCLUDED,
        /** No filter matches. */
        OTHER_TOPIC,
        /** The route takes its messages from other sources. */
        OTHER_SOURCE
    }

    /** @param wanted the result of the topic tree */
    static RouteMatch of(Route route, boolean wanted, MessageSource source, String topic) {
        var filter = first(route.topics().filters(), topic);
        if (wanted) {
            return new RouteMatch(route, Reason.WANTED, filter);
        }
        if (!route.topics().sources().contains(source)) {
            return new RouteMatch(route, Reason.OTHER_SOURCE, Optional.empty());
        }
        return filter.isPresent()
                ? new RouteMatch(route, Reason.EXCLUDED, first(route.topics().excludes(), topic))
                : new RouteMatch(route, Reason.OTHER_TOPIC, Optional.empty());
    }

    private static Optional<TopicFilter> first(List<TopicFilter> filters, String topic) {
        return filters.stream().filter(filter -> filter.matches(topic)).findFirst();
    }

    /** Returns whether the route receives such messages. */
    public boolean isWanted() {
        return reason == Reason.WANTED;
    }
}
