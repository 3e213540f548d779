// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.births;

import io.github.hivemqtdengine.decode.sparkplug.Birth;
import io.github.hivemqtdengine.decode.sparkplug.NodeState;
import io.github.hivemqtdengine.spool.births.Timeline.Certificate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Certificates of one edge node, as one client sent them, and of its devices. Thread-safe. */
final class EdgeNode {

    /** Approximate heap bytes without key, names and certificates. */
    private static final int BYTES = 320;

    private static final int BYTES_OF_NAME = 56;

    /** Timeline of every unknown device; stays empty. */
    private static final Timeline UNKNOWN = new Timeline(0, 0);

    private final NodeKey key;
    private final int history;
    private final int bytesOfKey;
    private final Timeline own;
    private final Map<String, Timeline> devices = new HashMap<>();
    private long bytes;
    private volatile boolean wasUsed;

    EdgeNode(NodeKey key, int history) {
        this.key = key;
        this.history = history;
        this.bytesOfKey = encodedBytes(key.text());
        this.own = new Timeline(history, bytesOfKey);
        this.bytes = BYTES
                + Timeline.BYTES
                + bytesOf(key.client())
                + bytesOf(key.group())
                + bytesOf(key.node())
                + bytesOf(key.text());
    }

    private static int encodedBytes(String name) {
        return name.getBytes(StandardCharsets.UTF_8).length;
    }

    private static long bytesOf(String name) {
        return BYTES_OF_NAME + 2L * name.length();
    }

    NodeKey key() {
        return key;
    }

    /** Returns the approximate size, bytes. */
    synchronized long bytes() {
        return bytes;
    }

    /** Returns whether the node was looked up since the last call of {@link #clearUse}. */
    boolean wasUsed() {
        return wasUsed;
    }

    void clearUse() {
        wasUsed = false;
    }

    private Timeline timeline(@Nullable String device) {
        return device == null ? own : devices.getOrDefault(device, UNKNOWN);
    }

    /** Returns the answer of the timeline of the node or device, which is empty if the device is unknown. */
    synchronized <T> T ask(@Nullable String device, Function<Timeline, T> question) {
        return question.apply(timeline(device));
    }

    /** Passes on the records of all that is known. */
    synchronized void writeTo(BirthLog.Records records) throws IOException {
        own.writeTo(records, key, null);
        for (var device : devices.entrySet()) {
            device.getValue().writeTo(records, key, device.getKey());
        }
    }

    /** Adds a certificate. */
    synchronized void add(@Nullable String device, Certificate certificate) {
        if (device == null) {
            bytes += own.add(certificate);
            endDevices(certificate);
            var next = own.after(certificate.arrival());
            if (next != null) {
                endDevices(next); // it may begin a session now
            }
        } else {
            var timeline = devices.get(device);
            if (timeline == null) {
                timeline = new Timeline(history, bytesOfKey + encodedBytes(device));
                devices.put(device, timeline);
                bytes += Timeline.BYTES + bytesOf(device);
            }
            bytes += timeline.add(certificate);
            own.certificates().stream()
                    .filter(each -> each.arrival() > certificate.arrival() && beginsSession(each))
                    .findFirst()
                    .ifPresent(each -> certificate.endAt(each.arrival()));
        }
    }

    private void endDevices(Certificate certificate) {
        if (beginsSession(certificate)) {
            devices.values().forEach(timeline -> timeline.endAt(certificate.arrival()));
        }
    }

    /** Returns whether a certificate of the node is the first of its session. If in doubt it is. */
    private boolean beginsSession(Certificate certificate) {
        var earlier = own.before(certificate.arrival());
        return earlier == null
                || earlier.until() < certificate.arrival()
                || certificate.bdSeq() < 0
                || certificate.bdSeq() != earlier.bdSeq()
                || earlier.diedAt() < certificate.arrival();
    }

    /**
     * Returns whether a DEATH certificate of the node has to be added as a certificate of its own, since no BIRTH is
     * known.
     */
    synchronized boolean isUnbornDeath(long bdSeq, long arrival) {
        var current = own.at(arrival);
        return current == null || (!current.isBirth() && current.bdSeq() != bdSeq);
    }

    /** Returns whether a DEATH certificate of the node or a device is the first one of a known BIRTH. */
    synchronized boolean isFirstDeath(@Nullable String device, long bdSeq, long arrival) {
        var dying = dying(device, bdSeq, arrival);
        return dying != null && arrival < dying.diedAt();
    }

    /** Records a DEATH certificate of the node or a device. */
    synchronized void die(@Nullable String device, long bdSeq, long arrival) {
        var dying = dying(device, bdSeq, arrival);
        if (dying != null) {
            dying.dieAt(arrival);
        }
    }

    private @Nullable Certificate dying(@Nullable String device, long bdSeq, long arrival) {
        var current = timeline(device).at(arrival);
        return current != null && (device != null || isOfSession(current, bdSeq)) ? current : null;
    }

    private static boolean isOfSession(Certificate birth, long bdSeq) {
        return birth.bdSeq() < 0 || birth.bdSeq() == bdSeq;
    }

    /** Ends the certificates of the node and its devices that apply after this arrival. */
    synchronized void endAt(long arrival) {
        own.endAt(arrival);
        devices.values().forEach(timeline -> timeline.endAt(arrival));
    }

    /** Passes on the certificates of the node and of its devices. */
    synchronized void forEach(BiConsumer<@Nullable String, Timeline> sink) {
        sink.accept(null, own);
        devices.forEach(sink);
    }

    /** Records that certificates of the node or a device until this arrival are unknown, if later ones are known. */
    synchronized void forgetUntil(@Nullable String device, long arrival) {
        if (device == null || devices.containsKey(device)) {
            timeline(device).forgetUntil(arrival);
        }
    }

    /**
     * Returns what is known to a message of this arrival.
     *
     * @param isReplayed whether it may be of a session that this broker has not seen: then no birth of a dead one applies
     * @param nextUntil latest arrival of a next birth that a replayed message may use
     */
    NodeState state(long arrival, boolean isReplayed, long nextUntil) {
        return new StateAt(this, arrival, isReplayed, nextUntil);
    }

    private synchronized @Nullable Birth birth(@Nullable String device, long arrival, boolean isReplayed) {
        wasUsed = true;
        var current = timeline(device).at(arrival);
        var session = isReplayed ? own.before(arrival) : null;
        boolean isOver = session != null && session.diedAt() < arrival;
        return current == null || isOver || (isReplayed && current.diedAt() < arrival) ? null : current.birth();
    }

    private synchronized List<String> bornDevices(long arrival) {
        wasUsed = true;
        var current = own.at(arrival);
        if (current != null && current.diedAt() < arrival) {
            return List.of();
        }
        var born = new ArrayList<String>();
        devices.forEach((device, timeline) -> {
            var birth = timeline.at(arrival);
            if (birth != null && birth.diedAt() >= arrival) {
                born.add(device);
            }
        });
        return born;
    }

    private synchronized boolean endsSession(long bdSeq, long arrival) {
        wasUsed = true;
        var current = own.at(arrival);
        if (current == null) {
            return true;
        }
        if (!current.isBirth()) {
            return current.bdSeq() != bdSeq;
        }
        return isOfSession(current, bdSeq) && current.diedAt() >= arrival;
    }

    /** Returns the first BIRTH of the session of a message that arrived after the message. */
    private synchronized @Nullable Birth nextBirth(@Nullable String device, long arrival, long until) {
        wasUsed = true;
        var timeline = timeline(device);
        if (timeline.isForgotten(arrival) || own.isForgotten(arrival)) {
            return null;
        }
        var next = timeline.after(arrival);
        return next != null
                        && next.arrival() <= until
                        && isSameSession(arrival, device == null ? next.arrival() : next.arrival() - 1)
                ? next.birth()
                : null;
    }

    /**
     * Returns whether no session ended between two arrivals. If nothing is known of the first, the first NBIRTH after
     * it is taken for one of the same session, since a BIRTH of another one would follow a DEATH.
     */
    private boolean isSameSession(long from, long to) {
        var first = own.before(from);
        if (first != null && (first.until() < from || first.diedAt() < from)) {
            return false;
        }
        boolean isKnown = first != null;
        for (var each : own.certificates()) {
            if (each.arrival() > from && each.arrival() <= to) {
                if (!each.isBirth() || (isKnown && beginsSession(each))) {
                    return false;
                }
                isKnown = true;
            }
        }
        return true;
    }

    private record StateAt(EdgeNode of, long arrival, boolean isReplayed, long nextUntil) implements NodeState {

        @Override
        public @Nullable Birth birth(@Nullable String device) {
            return of.birth(device, arrival, isReplayed);
        }

        @Override
        public @Nullable Birth nextBirth(@Nullable String device) {
            return isReplayed ? of.nextBirth(device, arrival, nextUntil) : null;
        }

        @Override
        public List<String> bornDevices() {
            return of.bornDevices(arrival);
        }

        @Override
        public boolean endsSession(long bdSeq) {
            return of.endsSession(bdSeq, arrival);
        }
    }
}
