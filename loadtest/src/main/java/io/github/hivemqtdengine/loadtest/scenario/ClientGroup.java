// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import java.time.Duration;

/**
 * Group of clients with a load of its own. A scenario without groups has one, without a name.
 *
 * @param name name in the scenario; empty for the only group of a scenario without groups
 * @param start time from the beginning of the load until publishers begin
 * @param publishers publishers of the group
 * @param subscribers subscribers of the group, which may receive messages of other groups
 * @param sessions sessions of both
 * @param rows rows of the publishers' messages
 */
public record ClientGroup(
        String name,
        Duration start,
        PublisherPlan publishers,
        SubscriberPlan subscribers,
        SessionPlan sessions,
        RowPlan rows) {

    /**
     * Returns the time from the beginning of the load until the last message, regardless of the broker's speed; zero
     * without publishers.
     */
    public Duration length() {
        return publishers.count() == 0
                ? Duration.ZERO
                : start.plus(publishers.pace().length(publishers.messages()));
    }

    public ClientGroup withPublishers(PublisherPlan others) {
        return new ClientGroup(name, start, others, subscribers, sessions, rows);
    }

    public ClientGroup withRows(RowPlan others) {
        return new ClientGroup(name, start, publishers, subscribers, sessions, others);
    }
}
