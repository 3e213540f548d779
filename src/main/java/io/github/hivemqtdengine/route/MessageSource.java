// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Source of messages. A route has one or several; messages of other sources never reach it. */
public enum MessageSource {
    /** Messages that clients publish. */
    PUBLISHES(null),
    /** Last wills, which the broker publishes for clients that it has lost. */
    LAST_WILLS(null),
    /** Client connection events, each of which the extension turns into a message. */
    CLIENT_EVENTS("$client-events/{event}");

    private final @Nullable String ownFilter;

    MessageSource(@Nullable String ownFilter) {
        this.ownFilter = ownFilter;
    }

    /** Returns the filters of all routes of this source; empty if each route has its own. */
    public List<TopicFilter> ownFilters() {
        return ownFilter == null ? List.of() : List.of(TopicFilter.parse(ownFilter));
    }
}
