package io.github.hivemqtdengine.route;

import java.util.List;
import java.util.Optional;

/**
 * Whether a route wants messages of a source and topic, and why.
 *
 * @param filter the filter that the topic is wanted or excluded by; empty where there is none
 */
public record RouteMatch(Route route, Reason reason, Optional<TopicFilter> filter) {

    /** Why a route wants messages or not. */
    public enum Reason {
        /** A filter matches. */
        WANTED,
        /** A filter matches, and so does one that excludes. */
        EXCLUDED,
        /** No filter matches. */
        OTHER_TOPIC,
        /** The route takes its messages from another source. */
        OTHER_SOURCE
    }

    /** @param wanted what the topic tree says */
    static RouteMatch of(Route route, boolean wanted, MessageSource source, String topic) {
        var filter = first(route.filters(), topic);
        if (wanted) {
            return new RouteMatch(route, Reason.WANTED, filter);
        }
        if (route.source() != source) {
            return new RouteMatch(route, Reason.OTHER_SOURCE, Optional.empty());
        }
        return filter.isPresent()
                ? new RouteMatch(route, Reason.EXCLUDED, first(route.excludes(), topic))
                : new RouteMatch(route, Reason.OTHER_TOPIC, Optional.empty());
    }

    private static Optional<TopicFilter> first(List<TopicFilter> filters, String topic) {
        return filters.stream().filter(filter -> filter.matches(topic)).findFirst();
    }

    /** Whether the route wants such messages. */
    public boolean isWanted() {
        return reason == Reason.WANTED;
    }
}
