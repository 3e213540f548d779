// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Lost;
import io.github.hivemqtdengine.message.Metadata.Fact;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.table.TimestampSettings.EqualTimestamps;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Mapping from topics to tables or to an SQL statement of the user. May be called by many threads. */
public interface Route {

    /**
     * Field read by a mapping, with its value in one record of a payload.
     *
     * @param value a value of one of {@link Decoder}'s types
     */
    record DecodedField(FieldPath path, @Nullable Object value) {}

    /**
     * What a mapping reads of a payload.
     *
     * @param records the fields that it reads, for each record
     * @param unused pointers of what it does not read, some of them
     */
    record DecodedPayload(List<List<DecodedField>> records, List<String> unused) {

        public static final DecodedPayload NOTHING = new DecodedPayload(List.of(), List.of());
    }

    /** Returns the id in the configuration. */
    String id();

    /** Returns the id of the database that stores the rows. */
    String databaseId();

    /** Returns the messages that it takes. */
    RouteTopics topics();

    /** Returns its rules before a message is taken. */
    default IntakeRules intake() {
        return IntakeRules.NONE;
    }

    /** Returns the facts that some of the routes refer to. Allocates nothing if at most one route does. */
    static Set<Fact> factsOf(List<Route> routes) {
        var facts = Set.<Fact>of();
        for (int i = 0; i < routes.size(); i++) {
            var more = routes.get(i).intake().facts();
            if (facts.isEmpty()) {
                facts = more;
            } else if (!more.isEmpty()) {
                facts = EnumSet.copyOf(facts);
                facts.addAll(more);
            }
        }
        return facts;
    }

    /** Returns whether one of the routes has a filter. */
    static boolean anyFilter(List<Route> routes) {
        for (int i = 0; i < routes.size(); i++) {
            if (!routes.get(i).intake().filter().isNone()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the tables that the rows go to; empty for an SQL statement of the user, whose tables are unknown. Each
     * row is for one of these. Of tables that records name, those that they have named so far.
     */
    List<TableHandle> tables();

    /** Returns whether records name some of the tables, so that another route may write the same ones. */
    default boolean hasNamedTables() {
        return false;
    }

    /** Returns what is known of the rows' time keys. */
    TimeKeys timeKeys();

    /**
     * Returns whether the messages of one edge node and its devices stay in order, whatever else determines the lane of
     * a message.
     */
    default boolean ordersByEdgeNode() {
        return false;
    }

    /** Records that a message of the route, or unknown messages, were lost before they were mapped. */
    default void lost(Lost lost) {}

    /**
     * Returns what the mapping reads of the payload, for a tool.
     *
     * @throws MappingException if the payload can't be decoded
     */
    default DecodedPayload decoded(InboundMessage message) throws MappingException {
        return DecodedPayload.NOTHING;
    }

    /**
     * Maps a message to the rows to store; none if the message has no record or its rows are filtered out.
     *
     * @param events receives what is left out, replaced or noticed
     * @throws MappingException if the message can't be decoded or mapped
     */
    List<Row> rows(InboundMessage message, MappingEvents events) throws MappingException;

    /**
     * Time keys of a route's rows.
     *
     * @param onEqual handling of equal timestamps within a subtable, for all of the route's tables
     * @param areArrivals whether the time key of every row is the arrival time
     * @param haveManyRows whether a message may become more than one row
     */
    record TimeKeys(EqualTimestamps onEqual, boolean areArrivals, boolean haveManyRows) {

        /** Keys of rows whose statement determines them, so that equal ones are neither changed, counted nor rejected. */
        static final TimeKeys OF_STATEMENT = new TimeKeys(EqualTimestamps.COMPOSITE_KEY, false, true);
    }

    /**
     * What a route needs to know, and decides, before it takes a message.
     *
     * @param facts facts that the mapping refers to
     * @param filter filter of messages that have no rows, whatever their payload is
     * @param rateLimits limits of the rate at which messages are accepted
     */
    record IntakeRules(Set<Fact> facts, IntakeFilter filter, RateLimits rateLimits) {

        public static final IntakeRules NONE = new IntakeRules(Set.of(), IntakeFilter.NONE, RateLimits.NONE);
    }

    /**
     * Messages that a route takes.
     *
     * @param sources sources of the messages, at least one
     * @param filters topic filters, at least one
     * @param excludes filters of excluded topics
     */
    record RouteTopics(Set<MessageSource> sources, List<TopicFilter> filters, List<TopicFilter> excludes) {

        /** Returns the topics of publishes that match a filter. */
        public static RouteTopics of(TopicFilter... filters) {
            return new RouteTopics(Set.of(MessageSource.PUBLISHES), List.of(filters), List.of());
        }
    }
}
