// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.trace;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.pipeline.account.DeadLetter;
import io.github.hivemqtdengine.pipeline.account.OutcomeListener;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.pipeline.account.RejectedMessage;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.time.EpochClock;
import io.github.hivemqtdengine.trace.TracedMessage.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Intake of messages while a trace is active: passes everything on, and notes what becomes of the messages of one
 * request. Messages are recognised by their arrival time, since a lane may read them from the disk. Nothing here waits,
 * and a failure ends the trace only. May be used by any thread.
 */
public final class TracedSink implements MessageSink, OutcomeListener {

    private static final Logger LOG = LoggerFactory.getLogger(TracedSink.class);

    /** Messages under way or waiting for the file, and their heap bytes. */
    static final int MAX_MESSAGES = 10_000;

    static final long MAX_BYTES = 16L << 20;

    /** Age of a message that the broker has not acknowledged by then, and probably never will. */
    private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(1);

    /** Message of the PUBLISH that the thread is handling. */
    private static final ThreadLocal<@Nullable TracedMessage> CURRENT = new ThreadLocal<>();

    private final MessageSink sink;
    private final TraceRequest request;
    /** Copied messages without an outcome, by arrival time. */
    private final Map<Long, TracedMessage> underWay = new ConcurrentHashMap<>();

    private final Queue<TracedMessage> finished = new ConcurrentLinkedQueue<>();
    private final AtomicInteger messages = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private volatile @Nullable TraceEnd end;

    TracedSink(MessageSink sink, TraceRequest request) {
        this.sink = sink;
        this.request = request;
    }

    /**
     * Begins a PUBLISH that the calling thread handles next.
     *
     * @return whether it is traced; then {@link #endPublish} has to follow
     */
    public boolean beginPublish(String clientId, String topic, int qos, int payloadBytes) {
        if (!request.matches(clientId, topic)) {
            return false;
        }
        safely(() -> {
            long now = EpochClock.SYSTEM.micros();
            var message = new TracedMessage(clientId, topic, qos, payloadBytes, now);
            if (add(message)) {
                CURRENT.set(message);
            }
        });
        return CURRENT.get() != null;
    }

    /** Notes that the current PUBLISH is copied into a message with this arrival time, epoch microseconds. */
    public void copied(long micros) {
        safely(() -> {
            var message = CURRENT.get();
            if (message != null) {
                message.copied(micros);
                underWay.put(micros, message);
            }
        });
    }

    /** Ends the current PUBLISH. */
    public void endPublish() {
        var message = CURRENT.get();
        CURRENT.remove();
        if (message != null) {
            safely(() -> {
                if (message.endPublish()) {
                    finish(message);
                }
            });
        }
    }

    @Override
    public List<Route> match(String topic) {
        var routes = sink.match(topic);
        var message = CURRENT.get();
        if (message != null) {
            safely(() -> message.matched(routes));
        }
        return routes;
    }

    @Override
    public List<Route> match(MessageSource source, String topic) {
        return sink.match(source, topic);
    }

    @Override
    public List<Route> filter(List<Route> matched, InboundMessage message, int payloadBytes) {
        return sink.filter(matched, message, payloadBytes);
    }

    @Override
    public void accept(List<Route> matched, InboundMessage message, @Nullable PendingAck pendingAck) {
        safely(() -> accepted(matched, message, message.payload().length));
        sink.accept(matched, message, pendingAck);
    }

    @Override
    public void reject(List<Route> matched, RejectedMessage rejected, @Nullable PendingAck pendingAck) {
        safely(() -> accepted(matched, rejected.message(), rejected.payload().remaining()));
        sink.reject(matched, rejected, pendingAck);
    }

    /** Notes that the broker may acknowledge a message; adds one that came without a PUBLISH, such as a last will. */
    private void accepted(List<Route> matched, InboundMessage message, int payloadBytes) {
        if (!request.matches(message.clientId(), message.topic())) {
            return;
        }
        long micros = message.arrivalMicros();
        var traced = underWay.get(micros);
        if (traced == null) {
            traced = new TracedMessage(message.clientId(), message.topic(), message.qos(), payloadBytes, micros);
            if (!add(traced)) {
                return;
            }
            traced.copied(micros);
            traced.matched(matched);
            traced.endPublish();
            underWay.put(micros, traced);
        }
        traced.accepted(matched);
    }

    @Override
    public void drop(List<Route> matched, DropReason reason) {
        sink.drop(matched, reason);
        var message = CURRENT.get();
        if (message != null) {
            safely(() -> matched.forEach(route -> message.complete(route.id(), Outcome.dropped(reason))));
        }
    }

    @Override
    public void stored(String routeId, InboundMessage message, int rows) {
        complete(routeId, message, Outcome.stored(rows, Thread.currentThread().getName()));
    }

    @Override
    public void deadLettered(DeadLetter letter) {
        complete(letter.routeId(), letter.message(), Outcome.deadLetter(letter.reason()));
    }

    @Override
    public void dropped(String routeId, InboundMessage message, DropReason reason) {
        complete(routeId, message, Outcome.dropped(reason));
    }

    private void complete(String routeId, InboundMessage message, Outcome outcome) {
        safely(() -> {
            var traced = message.replayed() ? null : underWay.get(message.arrivalMicros());
            if (traced != null && traced.complete(routeId, outcome)) {
                finish(traced);
            }
        });
    }

    private boolean add(TracedMessage message) {
        if (messages.incrementAndGet() > MAX_MESSAGES || bytes.addAndGet(message.weight()) > MAX_BYTES) {
            end = TraceEnd.MESSAGES; // the counts are off by this message from now on
            return false;
        }
        return end == null;
    }

    private void finish(TracedMessage message) {
        underWay.remove(message.micros(), message);
        finished.add(message);
    }

    /** Notes something; a defect ends the trace, and not the message that is handed over. */
    private void safely(Runnable note) {
        try {
            note.run();
        } catch (RuntimeException | Error e) {
            if (end == null) {
                LOG.error("Internal error: the trace fails and ends; please report it", e);
            }
            end = TraceEnd.DEFECT;
        }
    }

    /** Returns why the trace has to end, {@code null} if it has not to. */
    @Nullable
    TraceEnd end() {
        return end;
    }

    /** Returns how many messages have no outcome yet. */
    int waiting() {
        return underWay.size();
    }

    /**
     * Writes the messages that have their outcome, and once those that are still waiting for it at an age. For one
     * thread.
     */
    void writeTo(TraceFile file, Duration age) throws IOException {
        for (var message = finished.poll(); message != null; message = finished.poll()) {
            remove(message);
            file.write(message.json());
        }
        for (var message : underWay.values()) {
            if (message.isDue(age.toNanos())) {
                file.write(message.json());
            }
        }
        underWay.values().removeIf(this::isForgotten);
    }

    private boolean isForgotten(TracedMessage message) {
        boolean isForgotten = message.isUnconfirmedFor(FORGOTTEN_AFTER.toNanos());
        if (isForgotten) {
            remove(message);
        }
        return isForgotten;
    }

    private void remove(TracedMessage message) {
        messages.decrementAndGet();
        bytes.addAndGet(-message.weight());
    }
}
