package io.github.hivemqtdengine.pipeline.account;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.metrics.PipelineMetrics.RouteCounters;
import io.github.hivemqtdengine.metrics.PipelineMetrics.RouteMetrics;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.time.OncePerInterval;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Message counts of one route by outcome. May be used by any thread. A message is in flight from before it counts as
 * received until after its outcome is counted. The counts are complete while none is in flight.
 */
public final class RouteAccount implements RouteCounters, MappingEvents {

    private static final Logger LOG = LoggerFactory.getLogger(RouteAccount.class);

    private static final int MOST_LOGGED_CHARACTERS = 100;

    private final String routeId;
    private final LongAdder received = new LongAdder();
    private final LongAdder stored = new LongAdder();
    private final LongAdder storedRows = new LongAdder();
    private final LongAdder deadLettered = new LongAdder();
    private final Map<DropReason, LongAdder> dropped = new EnumMap<>(DropReason.class);
    private final LongAdder inFlight = new LongAdder();
    private final LongAdder retried = new LongAdder();
    private final LongAdder bumpedRows = new LongAdder();
    private final LongAdder overwrittenRows = new LongAdder();
    private final LongAdder tagChanges = new LongAdder();
    private final LongAdder delayedAcks = new LongAdder();
    private final Map<MappingEvent, LongAdder> mappingEvents = new EnumMap<>(MappingEvent.class);
    private final OncePerInterval deadLetterLog = new OncePerInterval(Duration.ofSeconds(10));
    private final OncePerInterval rateLog = new OncePerInterval(Duration.ofSeconds(10));
    private final Set<String> leftOutLog = ConcurrentHashMap.newKeySet();
    private final RouteMetrics metrics;

    public RouteAccount(String routeId, PipelineMetrics metrics) {
        this.routeId = routeId;
        for (var reason : DropReason.values()) {
            dropped.put(reason, new LongAdder());
        }
        for (var event : MappingEvent.values()) {
            mappingEvents.put(event, new LongAdder());
        }
        this.metrics = metrics.routeAdded(routeId, this);
    }

    /** Returns the metrics for the route's latencies. */
    RouteMetrics metrics() {
        return metrics;
    }

    public String routeId() {
        return routeId;
    }

    public void receive() {
        inFlight.increment();
        received.increment();
    }

    /** Reverts {@link #receive} for a message that stays at its source. */
    public void undoReceive() {
        received.decrement();
        inFlight.decrement();
    }

    void store(int messages, int rows) {
        stored.add(messages);
        storedRows.add(rows);
        inFlight.add(-messages);
    }

    void deadLetter(InboundMessage message, String detail) {
        deadLettered.increment();
        if (deadLetterLog.tryAcquire()) {
            LOG.warn(
                    "Route \"{}\": a message with topic \"{}\" cannot be stored: {}; {} dead letters so far",
                    routeId,
                    message.topic(),
                    detail,
                    deadLettered.sum());
        }
        inFlight.decrement();
    }

    public void drop(DropReason reason) {
        drop(reason, 1);
    }

    public void drop(DropReason reason, int messages) {
        Objects.requireNonNull(dropped.get(reason)).add(messages);
        inFlight.add(-messages);
    }

    /** Drops a message above a rate limit. */
    public void dropAboveRate(InboundMessage message) {
        drop(DropReason.RATE_LIMITED);
        logRate(message);
    }

    /** Counts an acknowledgement that a rate limit delays. */
    public void delayAck(InboundMessage message) {
        delayedAcks.increment();
        logRate(message);
    }

    private void logRate(InboundMessage message) {
        if (rateLog.tryAcquire()) {
            var clientId = message.clientId();
            LOG.warn(
                    "Route \"{}\" receives more messages than its rate-limit allows: {} messages dropped and {}"
                            + " acknowledgements delayed so far; the latest message is from client \"{}\"",
                    routeId,
                    dropped(DropReason.RATE_LIMITED),
                    delayedAcks.sum(),
                    clientId.substring(0, Math.min(clientId.length(), MOST_LOGGED_CHARACTERS)));
        }
    }

    /** Counts messages that were dropped elsewhere before this account was opened. */
    public void addDropped(DropReason reason, long messages) {
        received.add(messages);
        Objects.requireNonNull(dropped.get(reason)).add(messages);
    }

    void retry() {
        retried.increment();
    }

    public void bump() {
        bumpedRows.increment();
    }

    public void overwrite() {
        overwrittenRows.increment();
    }

    @Override
    public void count(MappingEvent event, String subject) {
        Objects.requireNonNull(mappingEvents.get(event)).increment();
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
        tagChanges.add(rows);
    }

    @Override
    public void warn(String sentence) {
        LOG.warn("{}", sentence);
    }

    @Override
    public long mapped(MappingEvent event) {
        return Objects.requireNonNull(mappingEvents.get(event)).sum();
    }

    @Override
    public long received() {
        return received.sum();
    }

    @Override
    public long stored() {
        return stored.sum();
    }

    @Override
    public long storedRows() {
        return storedRows.sum();
    }

    @Override
    public long deadLettered() {
        return deadLettered.sum();
    }

    @Override
    public long dropped(DropReason reason) {
        return Objects.requireNonNull(dropped.get(reason)).sum();
    }

    @Override
    public long inFlight() {
        return inFlight.sum();
    }

    @Override
    public long retried() {
        return retried.sum();
    }

    @Override
    public long bumpedRows() {
        return bumpedRows.sum();
    }

    @Override
    public long overwrittenRows() {
        return overwrittenRows.sum();
    }

    @Override
    public long tagChanges() {
        return tagChanges.sum();
    }

    @Override
    public long delayedAcks() {
        return delayedAcks.sum();
    }
}
