package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.sparkplug.EdgeNodes;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Lost;
import io.github.hivemqtdengine.message.Metadata.Fact;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.stage.RouteMemory;
import io.github.hivemqtdengine.route.table.EqualTimestamps;
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

    /** Creates a route without a memory: see {@link #of(RouteSettings, EdgeNodes, RouteMemory)}. */
    static Route of(RouteSettings settings) {
        return of(settings, EdgeNodes.NONE, null);
    }

    /**
     * Creates the route for settings.
     *
     * @param edgeNodes memory of the BIRTH and DEATH messages that a route of Sparkplug B reads and feeds
     * @param memory memory of the database; {@code null} for a tool, whose messages are not compared with earlier ones
     * @throws IllegalArgumentException with a sentence for the user if the settings contradict each other, for example
     *     if a default does not fit its column
     */
    static Route of(RouteSettings settings, EdgeNodes edgeNodes, @Nullable RouteMemory memory) {
        return settings.statement() == null
                ? new MappedRoute(settings, edgeNodes, memory)
                : new StatementRoute(settings, settings.statement(), edgeNodes, memory);
    }

    /** Returns the id in the configuration. */
    String id();

    /** Returns the id of the database that stores the rows. */
    String databaseId();

    /** Returns the sources of its messages, at least one. */
    default Set<MessageSource> sources() {
        return Set.of(MessageSource.PUBLISHES);
    }

    /** Returns the topic filters, at least one. */
    List<TopicFilter> filters();

    /** Returns the filters of topics that the route excludes. */
    List<TopicFilter> excludes();

    /** Returns the facts that the mapping refers to. */
    default Set<Fact> facts() {
        return Set.of();
    }

    /** Returns the facts that some of the routes refer to. Allocates nothing if at most one route does. */
    static Set<Fact> factsOf(List<Route> routes) {
        var facts = Set.<Fact>of();
        for (int i = 0; i < routes.size(); i++) {
            var more = routes.get(i).facts();
            if (facts.isEmpty()) {
                facts = more;
            } else if (!more.isEmpty()) {
                facts = EnumSet.copyOf(facts);
                facts.addAll(more);
            }
        }
        return facts;
    }

    /** Returns the filter of messages that have no rows, whatever their payload is. */
    default IntakeFilter intakeFilter() {
        return IntakeFilter.NONE;
    }

    /** Returns whether one of the routes has a filter. */
    static boolean anyFilter(List<Route> routes) {
        for (int i = 0; i < routes.size(); i++) {
            if (!routes.get(i).intakeFilter().isNone()) {
                return true;
            }
        }
        return false;
    }

    /** Returns the limits of the rate at which messages are accepted. */
    default RateLimits rateLimits() {
        return RateLimits.NONE;
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

    /** Returns the handling of equal timestamps within a subtable, for all of the route's tables. */
    EqualTimestamps onEqual();

    /** Returns whether the time key of every row is the arrival time. */
    boolean timestampIsArrival();

    /**
     * Returns whether the messages of one Sparkplug edge node and its devices stay in order, whatever else determines
     * the lane of a message.
     */
    default boolean ordersByEdgeNode() {
        return false;
    }

    /** Records that a message of the route, or unknown messages, were lost before they were mapped. */
    default void lost(Lost lost) {}

    /** Returns whether a message may become more than one row. */
    boolean manyRows();

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
}
