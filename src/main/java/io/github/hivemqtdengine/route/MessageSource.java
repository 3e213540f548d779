package io.github.hivemqtdengine.route;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a route's messages come from. Whoever may publish to a topic can't get at the routes of another source. */
public enum MessageSource {
    /** What clients publish. */
    PUBLISHES(null),
    /** What the broker publishes for a client that it has lost. */
    LAST_WILLS(null),
    /** What happens to the clients' connections; the extension makes a message of each event. */
    CLIENT_EVENTS("$client-events/{event}");

    private final @Nullable String ownFilter;

    MessageSource(@Nullable String ownFilter) {
        this.ownFilter = ownFilter;
    }

    /** The filters of all its routes; none where each route has its own. */
    public List<TopicFilter> ownFilters() {
        return ownFilter == null ? List.of() : List.of(TopicFilter.parse(ownFilter));
    }
}
