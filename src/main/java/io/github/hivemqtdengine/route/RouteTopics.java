// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.util.List;
import java.util.Set;

/**
 * Messages that a route takes.
 *
 * @param sources sources of the messages, at least one
 * @param filters topic filters, at least one
 * @param excludes filters of excluded topics
 */
public record RouteTopics(Set<MessageSource> sources, List<TopicFilter> filters, List<TopicFilter> excludes) {

    /** Returns the topics of publishes that match a filter. */
    public static RouteTopics of(TopicFilter... filters) {
        return new RouteTopics(Set.of(MessageSource.PUBLISHES), List.of(filters), List.of());
    }
}
