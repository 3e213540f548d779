// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.births;

import io.github.hivemqtdengine.decode.sparkplug.Birth;
import io.github.hivemqtdengine.decode.sparkplug.NodeState;
import io.github.hivemqtdengine.spool.births.BirthRecord.Kind;
import io.github.hivemqtdengine.spool.births.Timeline.Certificate;
import io.github.hivemqtdengine.time.OncePerInterval;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Certificates in memory, bounded in edge nodes and bytes. If there are too many, the client whose nodes have the most
 * bytes loses those that were used least recently: a client cannot drive out the nodes of the others. Lookups may come
 * from any thread, changes from one at a time.
 */
final class BirthMemory {

    private static final Logger LOG = LoggerFactory.getLogger(BirthMemory.class);

    /** Ends of all certificates that are remembered for messages that are still to be mapped. */
    private static final int ENDS = 1_000;

    private final BirthLimits limits;
    private final ConcurrentMap<String, EdgeNode> nodes = new ConcurrentHashMap<>();
    private final Map<String, Share> shares = new HashMap<>();
    private @Nullable Share largest;
    private final AtomicLong bytes = new AtomicLong();
    /** Arrivals after which the certificates from before them do not apply. */
    private final NavigableSet<Long> ends = new ConcurrentSkipListSet<>();
    /** The same for the certificates of copied spools. */
    private final NavigableSet<Long> endsOfCopies = new ConcurrentSkipListSet<>();

    private final LongAdder forgotten = new LongAdder();
    private final OncePerInterval warnings = new OncePerInterval(Duration.ofHours(1));
    private long latest = Long.MIN_VALUE;

    BirthMemory(BirthLimits limits) {
        this.limits = limits;
    }

    /** Nodes of one client, in the order in which they are looked at when one has to go. */
    private static final class Share {

        private final String client;
        private final Queue<EdgeNode> nodes = new ArrayDeque<>();
        private long bytes;

        Share(String client) {
            this.client = client;
        }

        /** Removes the first node that was not used since the last look, but not this one if there is another. */
        EdgeNode removeLeastUsed(EdgeNode kept) {
            for (int looks = 2 * nodes.size(); looks > 0; looks--) {
                var node = nodes.remove();
                if (node != kept && !node.wasUsed()) {
                    return node;
                }
                node.clearUse();
                nodes.add(node);
            }
            return nodes.remove();
        }
    }

    Collection<EdgeNode> nodes() {
        return nodes.values();
    }

    /** Returns the approximate size of all nodes, bytes. */
    long bytes() {
        return bytes.get();
    }

    /** Returns the node of this key, a new one if it is unknown. */
    EdgeNode node(NodeKey key) {
        var known = nodes.get(key.text());
        return known == null ? new EdgeNode(key, limits.history()) : known;
    }

    /** Returns what a message of this arrival knows. */
    NodeState state(NodeKey key, long arrival, boolean isReplayed) {
        var node = nodes.get(key.text());
        // a copied spool lacks the ends of sessions: a later BIRTH may be of another one
        long nextUntil = key.isCopied() ? arrival : endOfSessions(arrival, ends);
        return node == null ? NodeState.UNKNOWN : node.state(arrival, isReplayed, nextUntil);
    }

    /** Returns the arrival at which all sessions of this time had ended. */
    private static long endOfSessions(long arrival, NavigableSet<Long> ends) {
        if (ends.floor(arrival) == null && ends.size() >= ENDS) {
            return arrival; // its own end may be forgotten
        }
        var end = ends.ceiling(arrival);
        return end == null ? BirthRecord.NEVER : end;
    }

    private NavigableSet<Long> ends(boolean areCopied) {
        return areCopied ? endsOfCopies : ends;
    }

    /** Returns a new certificate, which ends where all of its time ended. */
    Certificate certificate(NodeKey key, Kind kind, long arrival, long bdSeq, @Nullable Birth birth) {
        var certificate = new Certificate(kind, arrival, bdSeq, birth);
        certificate.endAt(endOfSessions(arrival, ends(key.isCopied())));
        return certificate;
    }

    /** Adds a certificate to a node, which may be new; forgets others if there is no room. */
    void add(EdgeNode node, @Nullable String device, Certificate certificate) {
        latest = node.key().isCopied() ? latest : Math.max(latest, certificate.arrival());
        var share = shares.computeIfAbsent(node.key().client(), Share::new);
        boolean isNew = nodes.putIfAbsent(node.key().text(), node) == null;
        if (isNew) {
            share.nodes.add(node);
        }
        long before = isNew ? 0 : node.bytes();
        node.add(device, certificate);
        grow(share, node.bytes() - before);
        boolean isFull = false;
        while (bytes.get() > limits.maxBytes() || nodes.size() > limits.nodes()) {
            forget(largestShare(), node);
            isFull = true;
        }
        if (isFull && warnings.tryAcquire()) {
            LOG.warn(
                    "Sparkplug births have reached their limit of {} bytes or {} edge nodes; {} nodes were forgotten so"
                            + " far, and their messages become dead letters (unknown_alias) until their next BIRTH",
                    limits.maxBytes(),
                    limits.nodes(),
                    forgotten.sum());
        }
    }

    private void grow(Share share, long more) {
        share.bytes += more;
        bytes.addAndGet(more);
    }

    /** Looks for the largest share only if the one found before is below average. */
    private Share largestShare() {
        var found = largest;
        if (found == null || found.nodes.isEmpty() || found.bytes < bytes.get() / shares.size()) {
            for (var share : shares.values()) {
                if (found == null || share.bytes > found.bytes) {
                    found = share;
                }
            }
            largest = found;
        }
        if (found == null) {
            throw new IllegalStateException("No node is left to forget");
        }
        return found;
    }

    private void forget(Share share, EdgeNode kept) {
        var node = share.removeLeastUsed(kept);
        nodes.remove(node.key().text());
        grow(share, -node.bytes());
        forgotten.increment();
        if (share.nodes.isEmpty()) {
            shares.remove(share.client);
        }
    }

    /**
     * Ends all certificates that arrived at this time or before: those of copied spools, or the others.
     *
     * @return {@code false} if they were ended at this time before
     */
    boolean endAll(long arrival, boolean areCopied) {
        var known = ends(areCopied);
        if (!known.add(arrival)) {
            return false;
        }
        if (known.size() > ENDS) {
            known.pollFirst();
        }
        nodes.values().stream()
                .filter(node -> node.key().isCopied() == areCopied)
                .forEach(node -> node.endAt(arrival));
        return true;
    }

    /** Restores what a record of the log says. */
    void restore(BirthRecord record) {
        var kind = record.kind();
        switch (kind) {
            case BIRTH -> restore(record, kind, Birth.decode(record.bdSeq(), record.payload()));
            case SAME -> {
                var names = node(record.key()).ask(record.device(), known -> known.namesOf(record.reference()));
                restore(record, names == null ? Kind.UNREADABLE : Kind.BIRTH, names); // they may be forgotten
            }
            case UNREADABLE, IGNORED, UNBORN -> restore(record, kind, null);
            case END_ALL -> endAll(record.arrival(), record.key().isCopied());
            case END -> change(record, node -> node.ask(record.device(), known -> known.endAt(record.arrival())));
            case DEATH -> change(record, node -> node.die(record.device(), record.bdSeq(), record.arrival()));
            case FORGOTTEN -> change(record, node -> node.forgetUntil(record.device(), record.arrival()));
        }
    }

    private void change(BirthRecord record, Consumer<EdgeNode> change) {
        var node = nodes.get(record.key().text());
        if (node != null) {
            change.accept(node);
        }
    }

    private void restore(BirthRecord record, Kind kind, @Nullable Birth birth) {
        var device = record.device();
        var node = node(record.key());
        if (node.ask(device, known -> known.knows(record.arrival()))) {
            return;
        }
        var names = birth == null ? null : node.ask(device, known -> known.shared(birth.ofSession(record.bdSeq())));
        var certificate = new Certificate(kind, record.arrival(), record.bdSeq(), names);
        certificate.endAt(record.until());
        certificate.dieAt(record.diedAt());
        add(node, device, certificate);
    }

    /** Passes on the records of all that is known. */
    void writeTo(BirthLog.Records records) throws IOException {
        for (var node : nodes.values()) {
            node.writeTo(records);
        }
        for (boolean areCopied : new boolean[] {false, true}) {
            for (var end : ends(areCopied)) {
                records.accept(BirthRecord.endAll(end, areCopied));
            }
        }
    }

    /** Returns the arrival of the latest certificate that is not copied, {@link Long#MIN_VALUE} if there is none. */
    long latest() {
        return latest;
    }

    /** Returns how many nodes were forgotten for lack of room. */
    long forgotten() {
        return forgotten.sum();
    }
}
