// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.trace;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.time.ArrivalClock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Message with what became of it so far, without its payload. It is finished once each route has an outcome and no
 * thread hands it over any more. Thread-safe.
 */
final class TracedMessage {

    /** With room for three routes. */
    private static final int WEIGHT = 900;

    private static final double NANOS_PER_TENTH = TimeUnit.MILLISECONDS.toNanos(1) / 10.0;

    private final String clientId;
    private final String topic;
    private final int qos;
    private final int payloadBytes;
    private final int weight;
    private final long since = System.nanoTime();
    /** Outcome for each route that matches. */
    private final Map<String, Outcome> outcomes = new LinkedHashMap<>();

    private long micros;
    private boolean isCopied;
    private boolean isAccepted;
    private boolean isPublishOver;
    private boolean isFinished;
    private boolean isShown;

    /**
     * Outcome of a message for one route. The detail of a dead letter is left out, since it may quote the payload.
     *
     * @param reason why it was not stored
     * @param rows its rows, if it was stored
     * @param lane lane that stored it
     * @param millis time from the arrival to the outcome
     */
    record Outcome(
            String word,
            @Nullable String reason,
            @Nullable Integer rows,
            @Nullable String lane,
            @Nullable Double millis) {

        private static final Outcome PENDING = new Outcome("", null);
        private static final Outcome NOT_AUTHORIZED = new Outcome("not-authorized", null);

        private Outcome(String word, @Nullable String reason) {
            this(word, reason, null, null, null);
        }

        static Outcome stored(int rows, String lane) {
            return new Outcome("stored", null, rows, lane, null);
        }

        static Outcome deadLetter(DeadLetterReason reason) {
            return new Outcome("dead-letter", reason.name().toLowerCase(Locale.ROOT));
        }

        static Outcome dropped(DropReason reason) {
            return new Outcome("dropped", reason.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        }

        private Outcome after(double time) {
            return new Outcome(word, reason, rows, lane, time);
        }
    }

    /** @param micros time of arrival, epoch microseconds */
    TracedMessage(String clientId, String topic, int qos, int payloadBytes, long micros) {
        this.clientId = clientId;
        this.topic = topic;
        this.qos = qos;
        this.payloadBytes = payloadBytes;
        this.micros = micros;
        this.weight = WEIGHT + 2 * (clientId.length() + topic.length());
    }

    /** Records the routes that match. */
    synchronized void matched(List<Route> routes) {
        routes.forEach(route -> outcomes.putIfAbsent(route.id(), Outcome.PENDING));
    }

    /** Returns the approximate heap use, bytes. */
    int weight() {
        return weight;
    }

    synchronized long micros() {
        return micros;
    }

    /** Sets the arrival time of the copy that is made for the pipeline, epoch microseconds. */
    synchronized void copied(long arrivalMicros) {
        micros = arrivalMicros;
        isCopied = true;
    }

    /** Records that the pipeline takes the message for routes. */
    synchronized void accepted(List<Route> routes) {
        isAccepted = true;
        matched(routes);
    }

    /**
     * Records that the PUBLISH was handled: no more routes match, and a message that was not copied for them is one that
     * the client may not publish. Returns whether the message is finished now.
     */
    synchronized boolean endPublish() {
        isPublishOver = true;
        if (!isCopied) {
            outcomes.replaceAll((id, outcome) -> first(outcome, Outcome.NOT_AUTHORIZED));
        }
        return finish();
    }

    /** Records the outcome for a route, unless it has one; returns whether the message is finished now. */
    synchronized boolean complete(String routeId, Outcome outcome) {
        outcomes.put(routeId, first(outcomes.getOrDefault(routeId, Outcome.PENDING), outcome));
        return finish();
    }

    private Outcome first(Outcome known, Outcome now) {
        return known.equals(Outcome.PENDING)
                ? now.after(Math.round((System.nanoTime() - since) / NANOS_PER_TENTH) / 10.0)
                : known;
    }

    private boolean finish() {
        if (isFinished || !isPublishOver || outcomes.containsValue(Outcome.PENDING)) {
            return false;
        }
        isFinished = true;
        return true;
    }

    /** Returns whether the broker has not acknowledged the message for this time, nanoseconds. */
    synchronized boolean isUnconfirmedFor(long age) {
        return !isFinished && !isAccepted && System.nanoTime() - since >= age;
    }

    /** Returns once whether an unfinished message is this old, nanoseconds. */
    synchronized boolean isDue(long age) {
        boolean isDue = !isFinished && !isShown && System.nanoTime() - since >= age;
        isShown |= isDue;
        return isDue;
    }

    /** Returns the line of the trace. */
    synchronized Map<String, @Nullable Object> json() {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("time", ArrivalClock.instant(micros));
        json.put("client", clientId);
        json.put("topic", topic);
        json.put("qos", qos);
        json.put("payloadBytes", payloadBytes);
        json.put(
                "routes",
                outcomes.entrySet().stream()
                        .map(route -> json(route.getKey(), route.getValue()))
                        .toList());
        return json;
    }

    private Map<String, @Nullable Object> json(String routeId, Outcome outcome) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("route", routeId);
        boolean isPending = outcome.equals(Outcome.PENDING);
        json.put("outcome", isPending ? (isAccepted ? "waiting" : "unconfirmed") : outcome.word);
        json.put("reason", outcome.reason);
        json.put("rows", outcome.rows);
        json.put("lane", outcome.lane);
        json.put("ms", outcome.millis);
        json.values().removeIf(Objects::isNull);
        return json;
    }
}
