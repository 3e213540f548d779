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
    private final Map<String, Step> steps = new LinkedHashMap<>();
    private long micros;
    private boolean isCopied;
    private boolean isRefused;
    /** Number of threads that hand the message over; the creator is the first. */
    private int holders = 1;

    private boolean isFinished;
    private boolean isShown;

    /**
     * Outcome of a message for one route. The detail of a dead letter is left out, since it may quote the payload.
     *
     * @param reason why it was not stored
     * @param lane lane that stored it
     */
    record Outcome(
            String word,
            @Nullable String reason,
            int rows,
            @Nullable String lane) {

        private static final String STORED = "stored";
        private static final Outcome NOT_AUTHORIZED = new Outcome("not-authorized", null, 0, null);

        static Outcome stored(int rows, String lane) {
            return new Outcome(STORED, null, rows, lane);
        }

        static Outcome deadLetter(DeadLetterReason reason) {
            return new Outcome("dead-letter", reason.name().toLowerCase(Locale.ROOT), 0, null);
        }

        static Outcome dropped(DropReason reason) {
            return new Outcome("dropped", reason.name().toLowerCase(Locale.ROOT).replace('_', '-'), 0, null);
        }
    }

    /** Way of the message along one route; times are nanoseconds after the arrival. */
    private static final class Step {

        private @Nullable Long accepted;
        private long completed;
        private @Nullable Outcome outcome;

        boolean mayBeAccepted() {
            return outcome == null || outcome.word.equals(Outcome.STORED);
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
        routes.forEach(route -> steps.putIfAbsent(route.id(), new Step()));
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

    /** Adds a thread that hands the message over. */
    synchronized void hold() {
        holders++;
    }

    /** Removes a thread that handed the message over; returns whether the message is finished now. */
    synchronized boolean release() {
        holders--;
        return finish();
    }

    /** Records that the message was not copied for the routes, since the client may not publish it. */
    synchronized void denyUnlessCopied() {
        if (!isCopied) {
            steps.keySet().forEach(id -> complete(id, Outcome.NOT_AUTHORIZED));
        }
    }

    /**
     * Records that the message was handed over to routes.
     *
     * @param refuses whether it must not be acknowledged
     */
    synchronized void accept(List<Route> routes, boolean refuses) {
        long now = System.nanoTime() - since;
        isRefused = refuses;
        for (var route : routes) {
            var step = steps.computeIfAbsent(route.id(), id -> new Step());
            step.accepted = step.mayBeAccepted() ? now : null;
        }
    }

    /** Records the outcome for a route, unless it has one; returns whether the message is finished now. */
    synchronized boolean complete(String routeId, Outcome outcome) {
        var step = steps.computeIfAbsent(routeId, id -> new Step());
        if (step.outcome == null) {
            step.completed = System.nanoTime() - since;
            step.outcome = outcome;
        }
        return finish();
    }

    private boolean finish() {
        if (isFinished || holders > 0 || steps.values().stream().anyMatch(step -> step.outcome == null)) {
            return false;
        }
        isFinished = true;
        return true;
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
        put(json, "refused", isRefused ? true : null);
        json.put(
                "routes",
                steps.entrySet().stream()
                        .map(step -> json(step.getKey(), step.getValue()))
                        .toList());
        return json;
    }

    private static Map<String, @Nullable Object> json(String routeId, Step step) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("route", routeId);
        var outcome = step.outcome;
        if (outcome == null) {
            json.put("outcome", step.accepted == null ? "unconfirmed" : "waiting");
        } else {
            json.put("outcome", outcome.word);
            put(json, "reason", outcome.reason);
            put(json, "rows", outcome.lane == null ? null : outcome.rows);
            put(json, "lane", outcome.lane);
        }
        var accepted = step.accepted;
        if (accepted != null) { // the lane may have been faster than the return to this class
            json.put("acceptedMs", millis(outcome == null ? accepted : Math.min(accepted, step.completed)));
        }
        put(json, "ms", outcome == null ? null : millis(step.completed));
        return json;
    }

    private static void put(Map<String, @Nullable Object> json, String name, @Nullable Object value) {
        if (value != null) {
            json.put(name, value);
        }
    }

    private static double millis(long nanos) {
        return Math.round(nanos / NANOS_PER_TENTH) / 10.0;
    }
}
