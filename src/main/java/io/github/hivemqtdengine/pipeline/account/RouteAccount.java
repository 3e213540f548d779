// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.account;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.AccountCounter;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.metrics.PipelineMetrics.RouteMetrics;
import io.github.hivemqtdengine.metrics.RouteCounter;
import io.github.hivemqtdengine.metrics.RouteCounters;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.time.OncePerInterval;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Message counts of one route by outcome, and its log lines that are limited to one in a while. May be used by any
 * thread. A message is in flight from before it counts as received until after its outcome is counted. The counts are
 * complete while none is in flight.
 */
public final class RouteAccount implements RouteCounters, MappingEvents {

    private static final Logger LOG = LoggerFactory.getLogger(RouteAccount.class);

    private static final int MAX_LOGGED_CHARACTERS = 100;

    private final String routeId;
    private final LongAdder[] counts =
            Stream.generate(LongAdder::new).limit(RouteCounters.ALL.size()).toArray(LongAdder[]::new);
    private final OncePerInterval deadLetterLog = new OncePerInterval(Duration.ofSeconds(10));
    private final OncePerInterval rateLog = new OncePerInterval(Duration.ofSeconds(10));
    private final Set<String> leftOutLog = ConcurrentHashMap.newKeySet();
    private final RouteMetrics metrics;
    private final Supplier<OutcomeListener> listener;

    /** Creates an account without a listener. */
    public RouteAccount(String routeId, PipelineMetrics metrics) {
        this(routeId, metrics, () -> OutcomeListener.NONE);
    }

    /** @param listener returns the listener to call now */
    RouteAccount(String routeId, PipelineMetrics metrics, Supplier<OutcomeListener> listener) {
        this.routeId = routeId;
        this.listener = listener;
        this.metrics = metrics.routeAdded(routeId, this);
    }

    /** Returns the metrics for the route's latencies. */
    RouteMetrics metrics() {
        return metrics;
    }

    /** Returns the listener to call now. */
    OutcomeListener listener() {
        return listener.get();
    }

    public String routeId() {
        return routeId;
    }

    /** Counts events. */
    public void add(RouteCounter counter, long events) {
        counts[counter.index()].add(events);
    }

    @Override
    public long get(RouteCounter counter) {
        return counts[counter.index()].sum();
    }

    public void receive() {
        add(AccountCounter.IN_FLIGHT, 1);
        add(AccountCounter.RECEIVED, 1);
    }

    /** Reverts {@link #receive} for a message that stays at its source. */
    public void undoReceive() {
        add(AccountCounter.RECEIVED, -1);
        add(AccountCounter.IN_FLIGHT, -1);
    }

    void store(int messages, int rows) {
        add(AccountCounter.STORED, messages);
        add(AccountCounter.STORED_ROWS, rows);
        add(AccountCounter.IN_FLIGHT, -messages);
    }

    void deadLetter(InboundMessage message, String detail) {
        add(AccountCounter.DEAD_LETTERED, 1);
        if (deadLetterLog.tryAcquire()) {
            LOG.warn(
                    "Route \"{}\": a message with topic \"{}\" cannot be stored: {}; {} dead letters so far",
                    routeId,
                    message.topic(),
                    detail,
                    deadLettered());
        }
        add(AccountCounter.IN_FLIGHT, -1);
    }

    public void drop(DropReason reason) {
        drop(reason, 1);
    }

    /** Drops a message, and informs the listener. */
    public void drop(InboundMessage message, DropReason reason) {
        drop(reason);
        listener.get().dropped(routeId, message, reason);
    }

    public void drop(DropReason reason, int messages) {
        add(reason, messages);
        add(AccountCounter.IN_FLIGHT, -messages);
    }

    /** Drops a message above a rate limit. */
    public void dropAboveRate(InboundMessage message) {
        drop(message, DropReason.RATE_LIMITED);
        logRate(message);
    }

    /** Counts an acknowledgement that a rate limit delays. */
    public void delayAck(InboundMessage message) {
        add(AccountCounter.DELAYED_ACKNOWLEDGEMENTS, 1);
        logRate(message);
    }

    private void logRate(InboundMessage message) {
        if (rateLog.tryAcquire()) {
            var clientId = message.clientId();
            LOG.warn(
                    "Route \"{}\" receives more messages than its rate-limit allows: {} messages dropped and {}"
                            + " acknowledgements delayed so far; the latest message is from client \"{}\"",
                    routeId,
                    get(DropReason.RATE_LIMITED),
                    get(AccountCounter.DELAYED_ACKNOWLEDGEMENTS),
                    clientId.substring(0, Math.min(clientId.length(), MAX_LOGGED_CHARACTERS)));
        }
    }

    /** Counts messages that were dropped elsewhere before this account was opened. */
    public void addDropped(DropReason reason, long messages) {
        add(AccountCounter.RECEIVED, messages);
        add(reason, messages);
    }

    @Override
    public void count(MappingEvent event, String subject) {
        add(event, 1);
    }

    /** Also logs the first field for each reason. */
    @Override
    public void leaveOut(String field, String why) {
        count(MappingEvent.FIELDS_LEFT_OUT, field);
        if (leftOutLog.add(why)) {
            LOG.warn(
                    "Route \"{}\": the field \"{}\" is left out, since {}; others are only counted",
                    routeId,
                    field,
                    why);
        }
    }

    @Override
    public void changeTags(int rows) {
        add(AccountCounter.TAG_CHANGES, rows);
    }

    @Override
    public void warn(String sentence) {
        LOG.warn("{}", sentence);
    }
}
