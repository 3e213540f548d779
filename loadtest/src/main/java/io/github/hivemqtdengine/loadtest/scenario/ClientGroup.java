// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Group of clients with a load of its own. A scenario without groups has one, without a name.
 *
 * @param name name in the scenario; empty for the only group of a scenario without groups
 * @param subscribers subscribers of the group, which may receive messages of other groups
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

    /**
     * Rows that the messages of a group have in the database.
     *
     * @param table table of the messages; empty if the extension stores none
     * @param willTable table of the last wills; empty if there are none, or the extension stores none
     * @param perMessage rows of a message, and of a will; at least 1
     * @param inSinks whether the sinks of other brokers store the messages: not if the scenario says that none are stored
     */
    public record RowPlan(Optional<String> table, Optional<String> willTable, int perMessage, boolean inSinks) {

        private static final String TABLE_OF_SINKS = "mqtt";

        /** Returns the rows in the sink of another broker, in one table for messages and wills. */
        RowPlan ofSink() {
            var sink = Optional.of(table.orElse(TABLE_OF_SINKS)).filter(name -> inSinks);
            return new RowPlan(sink, willTable.flatMap(any -> sink), perMessage, inSinks);
        }

        /** Returns the tables of messages and wills, without duplicates. */
        public List<String> tables() {
            return Stream.of(table, willTable)
                    .flatMap(Optional::stream)
                    .distinct()
                    .toList();
        }
    }
}
