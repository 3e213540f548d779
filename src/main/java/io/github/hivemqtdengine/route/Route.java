package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.Table;
import java.util.List;

/** One way from topics to tables, or into a statement of the user's own. Immutable; may be called by many threads. */
public interface Route {

    /**
     * The route that settings describe.
     *
     * @throws IllegalArgumentException with a sentence for the user if the settings contradict each other, for example
     *     by a default that does not fit its column
     */
    static Route of(RouteSettings settings) {
        return settings.statement() == null
                ? MappedRoute.of(settings)
                : new StatementRoute(settings, settings.statement());
    }

    /** The id that the configuration gives it. */
    String id();

    /** The database that its rows go to. */
    String databaseId();

    /** Where its messages come from. */
    default MessageSource source() {
        return MessageSource.PUBLISHES;
    }

    /** The topics that it wants, at least one filter. */
    List<TopicFilter> filters();

    /** The topics that it does not want all the same. */
    List<TopicFilter> excludes();

    /**
     * The shapes of the tables that its rows go to; a row's table is one of these, the very object, or has grown from one
     * of these. None where the rows are values of a statement of the user's own, whose tables nobody knows here.
     */
    List<Table> tables();

    /** What happens to rows of one subtable that have the same time, in all of its tables. */
    EqualTimestamps onEqual();

    /** Whether rows of one subtable may come with different tags: not where all that tags are made of is in its name. */
    default boolean tagsMayChange() {
        return true;
    }

    /** What a row's subtable is called where the tags are no part of its name. */
    default String subtableWithoutTags(Row row) {
        return row.subtable();
    }

    /** Whether some of its tables don't store every row. */
    default boolean isSampled() {
        return false;
    }

    /** Which rows of one of its tables are stored. */
    default Sampling sampling(Table table) {
        return Sampling.NONE;
    }

    /** Whether the time key of every row is the arrival time. */
    boolean timestampIsArrival();

    /** Whether a message may become more than one row. */
    boolean manyRows();

    /**
     * What the mapping reads of a message's payload: the fields that it asks for, for each record of the payload.
     *
     * @throws MappingException if the payload can't be decoded
     */
    default List<List<DecodedField>> decoded(InboundMessage message) throws MappingException {
        return List.of();
    }

    /**
     * The rows of a message, none if it holds no record or no row of it is wanted.
     *
     * @param events hears of rows that are left out and of values that are replaced
     * @throws MappingException if the message can't be decoded or mapped
     */
    List<Row> rows(InboundMessage message, MappingEvents events) throws MappingException;
}
