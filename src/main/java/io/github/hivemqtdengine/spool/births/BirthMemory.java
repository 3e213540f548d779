package io.github.hivemqtdengine.spool.births;

import io.github.hivemqtdengine.decode.sparkplug.Birth;
import io.github.hivemqtdengine.decode.sparkplug.NodeState;
import io.github.hivemqtdengine.spool.births.Certificate.Kind;
import io.github.hivemqtdengine.time.OncePerInterval;
import java.io.IOException;
import java.time.Duration;
import java.util.NavigableSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Certificates in memory, within limits. Lookups may come from any thread, changes from one at a time. */
final class BirthMemory {

    private static final Logger LOG = LoggerFactory.getLogger(BirthMemory.class);

    /** Ends of all certificates that are remembered for messages that are still to be mapped. */
    private static final int ENDS = 1_000;

    private final BirthLimits limits;
    private final EdgeNodeMap nodes;
    /** Arrivals after which the certificates from before them do not apply. */
    private final NavigableSet<Long> ends = new ConcurrentSkipListSet<>();
    /** The same for the certificates of copied spools. */
    private final NavigableSet<Long> endsOfCopies = new ConcurrentSkipListSet<>();

    private final LongAdder forgotten = new LongAdder();
    private final OncePerInterval warnings = new OncePerInterval(Duration.ofHours(1));
    private long latest = Long.MIN_VALUE;

    BirthMemory(BirthLimits limits) {
        this.limits = limits;
        this.nodes = new EdgeNodeMap(limits);
    }

    EdgeNodeMap nodes() {
        return nodes;
    }

    /** Returns the node of this key, a new one if it is unknown. */
    EdgeNode node(EdgeNode.Key key) {
        var known = nodes.get(key);
        return known == null ? new EdgeNode(key, limits.history()) : known;
    }

    /** Returns what a message of this arrival knows. */
    NodeState state(EdgeNode.Key key, long arrival, boolean isReplayed) {
        var node = nodes.get(key);
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
        return end == null ? Certificate.NEVER : end;
    }

    private NavigableSet<Long> ends(boolean areCopied) {
        return areCopied ? endsOfCopies : ends;
    }

    /** Returns a new certificate, which ends where all of its time ended. */
    Certificate certificate(EdgeNode.Key key, Kind kind, long arrival, long bdSeq, @Nullable Birth birth) {
        var certificate = new Certificate(kind, arrival, bdSeq, birth);
        certificate.endAt(endOfSessions(arrival, ends(key.isCopied())));
        return certificate;
    }

    /** Adds a certificate to a node, which may be new. */
    void add(EdgeNode node, @Nullable String device, Certificate certificate) {
        latest = node.key().isCopied() ? latest : Math.max(latest, certificate.arrival());
        long before = nodes.get(node.key()) == null ? 0 : node.bytes();
        node.add(device, certificate);
        int lost = nodes.put(node, before);
        forgotten.add(lost);
        if (lost > 0 && warnings.tryAcquire()) {
            LOG.warn(
                    "Sparkplug births have reached their limit of {} bytes or {} edge nodes; {} nodes were forgotten so"
                            + " far, and their messages become dead letters (unknown_alias) until their next BIRTH",
                    limits.maxBytes(),
                    limits.nodes(),
                    forgotten.sum());
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
        nodes.all().stream().filter(node -> node.key().isCopied() == areCopied).forEach(node -> node.endAt(arrival));
        return true;
    }

    /** Restores what a record of the log says. */
    void restore(BirthRecord record) {
        switch (record.type()) {
            case BIRTH -> restore(record, Kind.BIRTH, Birth.decode(record.payload()));
            case SAME -> {
                var names = node(record.key()).namesOf(record.device(), record.reference());
                restore(record, names == null ? Kind.UNREADABLE : Kind.BIRTH, names); // they may be forgotten
            }
            case UNREADABLE -> restore(record, Kind.UNREADABLE, null);
            case IGNORED -> restore(record, Kind.IGNORED, null);
            case UNBORN -> restore(record, Kind.DEATH, null);
            case END_ALL -> endAll(record.arrival(), record.key().isCopied());
            case END -> change(record, node -> node.endAt(record.device(), record.arrival()));
            case DEATH -> change(record, node -> node.die(record.device(), record.bdSeq(), record.arrival()));
            case FORGOTTEN -> change(record, node -> node.forgetUntil(record.device(), record.arrival()));
        }
    }

    private void change(BirthRecord record, Consumer<EdgeNode> change) {
        var node = nodes.get(record.key());
        if (node != null) {
            change.accept(node);
        }
    }

    private void restore(BirthRecord record, Kind kind, @Nullable Birth birth) {
        var device = record.device();
        var node = node(record.key());
        if (node.knows(device, record.arrival())) {
            return;
        }
        var names = birth == null ? null : node.shared(device, birth);
        var certificate = new Certificate(kind, record.arrival(), record.bdSeq(), names);
        certificate.endAt(record.until());
        certificate.dieAt(record.diedAt());
        add(node, device, certificate);
    }

    /** Passes on the records of all that is known. */
    void writeTo(BirthLog.Records records) throws IOException {
        for (var node : nodes.all()) {
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
