// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

import com.hivemq.extension.sdk.api.services.general.IterationCallback;
import com.hivemq.extension.sdk.api.services.general.IterationContext;
import com.hivemq.extension.sdk.api.services.publish.RetainedMessageStore;
import com.hivemq.extension.sdk.api.services.publish.RetainedPublish;
import io.github.hivemqtdengine.extension.publish.MessageLimit;
import io.github.hivemqtdengine.extension.publish.PacketMessage;
import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteSettings;
import io.github.hivemqtdengine.route.RouteSettings.Retained;
import io.github.hivemqtdengine.time.EpochClock;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the retained messages of the broker once for each route that starts and asks for them. The broker calls its
 * threads; they wait for the spool's disk only.
 */
final class RetainedMessages implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RetainedMessages.class);

    private final MessageSink sink;
    private final EpochClock arrivals;
    private final Limits limits;
    private final @Nullable String except;
    private final Supplier<RetainedMessageStore> store;
    private volatile boolean isClosed;

    /**
     * Limits of what the start of routes stores.
     *
     * @param messages the most messages
     * @param bytes the most bytes of all payloads and properties together
     * @param message the limit of each message
     */
    record Limits(int messages, long bytes, MessageLimit message) {

        static Limits of(long maxMessageBytes) {
            return new Limits(10_000, 64L << 20, new MessageLimit(maxMessageBytes));
        }
    }

    /**
     * @param arrivals the clock that stamps the messages
     * @param except a topic that is left out, {@code null} for none
     * @param store the broker's retained messages, requested only if a route asks for them
     */
    RetainedMessages(
            MessageSink sink,
            EpochClock arrivals,
            Limits limits,
            @Nullable String except,
            Supplier<RetainedMessageStore> store) {
        this.except = except;
        this.sink = sink;
        this.arrivals = arrivals;
        this.limits = limits;
        this.store = store;
    }

    /** Begins to store the retained messages for those of the started routes that ask for them. */
    void store(Collection<RouteSettings> started) {
        var ids = started.stream()
                .filter(route -> route.retained() == Retained.AT_START)
                .map(RouteSettings::id)
                .collect(Collectors.toUnmodifiableSet());
        if (ids.isEmpty()) {
            return;
        }
        var reading = new Reading(ids);
        try {
            var unused = store.get()
                    .iterateAllRetainedMessages(reading)
                    .whenComplete((nothing, failure) -> reading.finish(failure));
        } catch (RuntimeException e) {
            reading.finish(e);
        }
    }

    /** Ends the iterations. */
    @Override
    public void close() {
        isClosed = true;
    }

    /** Iteration over all retained messages for some routes. */
    private final class Reading implements IterationCallback<RetainedPublish> {

        private final Set<String> ids;

        /**
         * Times of arrival, taken before the first message is read: a message that a client publishes meanwhile arrives
         * later than the retained message that it may replace.
         */
        private final long[] times;

        private int stored;
        private int leftOut;
        private long bytes;

        Reading(Set<String> ids) {
            this.ids = ids;
            this.times = LongStream.generate(arrivals::micros)
                    .limit(limits.messages())
                    .toArray();
        }

        @Override
        public synchronized void iterate(IterationContext context, RetainedPublish publish) {
            if (isClosed) {
                context.abortIteration();
                return;
            }
            var routes = sink.match(publish.getTopic()).stream()
                    .filter(route -> ids.contains(route.id()))
                    .toList();
            if (!routes.isEmpty() && !publish.getTopic().equals(except)) {
                storeOrLeaveOut(publish, routes);
            }
        }

        private void storeOrLeaveOut(RetainedPublish publish, List<Route> routes) {
            long size = limits.message().sizeOf(publish);
            if (size > limits.message().bytes() || stored == times.length || bytes + size > limits.bytes()) {
                leftOut++;
                return;
            }
            sink.accept(routes, PacketMessage.of(publish, times[stored]));
            stored++;
            bytes += size;
        }

        synchronized void finish(@Nullable Throwable failure) {
            var names = ids.stream().sorted().collect(Collectors.joining(", "));
            if (failure != null) {
                LOG.warn(
                        "Retained messages cannot be read; the routes {} start without them, or with the {} read so far:"
                                + " {}",
                        names,
                        stored,
                        failure.toString());
            } else if (leftOut > 0) {
                LOG.warn(
                        "{} retained messages of the routes {} are stored, and {} are left out: a start stores at most"
                                + " {} messages with {} bytes, each with at most max-message-bytes, {} bytes",
                        stored,
                        names,
                        leftOut,
                        limits.messages(),
                        limits.bytes(),
                        limits.message().bytes());
            } else {
                LOG.info("{} retained messages of the routes {} are stored", stored, names);
            }
        }
    }
}
