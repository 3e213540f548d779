package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Lost;
import io.github.hivemqtdengine.message.RowBytes;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.util.List;
import java.util.Set;

/** Route whose properties come from its {@link RouteSettings}. */
interface ConfiguredRoute extends Route {

    RouteSettings settings();

    PayloadRecords records();

    /**
     * Requires that the rows of a message do not fill the heap; a single row does not take much more than its payload.
     *
     * @param bytes size of the rows in memory
     */
    default void requireRoom(long bytes, int rows, InboundMessage message) throws MappingException {
        long limit = Math.max(RowBytes.LIMIT, 4L * message.payload().length); // as large as the operator allows
        if (bytes > limit && rows > 1) {
            throw new MappingException(
                    DeadLetterReason.DECODE,
                    RowBytes.excess(rows, limit),
                    settings().onDecodeError());
        }
    }

    @Override
    default void lost(Lost lost) {
        records().lost(lost);
    }

    @Override
    default String id() {
        return settings().id();
    }

    @Override
    default String databaseId() {
        return settings().databaseId();
    }

    @Override
    default Set<MessageSource> sources() {
        return settings().sources();
    }

    @Override
    default boolean ordersByEdgeNode() {
        return settings().payload().format().isStateful();
    }

    @Override
    default RateLimits rateLimits() {
        return settings().rateLimits();
    }

    @Override
    default List<TopicFilter> filters() {
        return settings().filters();
    }

    @Override
    default List<TopicFilter> excludes() {
        return settings().excludes();
    }
}
