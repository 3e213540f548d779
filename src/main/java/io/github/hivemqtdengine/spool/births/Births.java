// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.births;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.NotStoredYetException;
import io.github.hivemqtdengine.decode.sparkplug.Birth;
import io.github.hivemqtdengine.decode.sparkplug.EdgeNodes;
import io.github.hivemqtdengine.decode.sparkplug.NodeState;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugTopic;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugTopic.MessageType;
import io.github.hivemqtdengine.spool.births.BirthRecord.Kind;
import io.github.hivemqtdengine.spool.births.Timeline.Certificate;
import io.github.hivemqtdengine.spool.disk.Durable;
import io.github.hivemqtdengine.spool.log.LearnedState;
import io.github.hivemqtdengine.time.ArrivalClock;
import io.github.hivemqtdengine.time.EpochClock;
import io.github.hivemqtdengine.time.OncePerInterval;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Certificates of Sparkplug edge nodes, in memory and in a log. A message uses the certificate that was the newest when
 * the message arrived, now and after a restart. Where certificates are missing, names are unknown. Thread-safe; lookups
 * do not wait for the disk.
 */
public final class Births implements EdgeNodes, LearnedState, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Births.class);

    /** Longest payload that is learned, bytes. */
    private static final int LONGEST_PAYLOAD = 16 * 1_024 * 1_024;

    private final BirthLimits limits;
    private final BirthMemory memory;
    private final @Nullable BirthLog log;
    private volatile Predicate<String> routes = routeId -> true;
    private final LongAdder ignored = new LongAdder();
    private final OncePerInterval syncsOfLosses = new OncePerInterval(Duration.ofSeconds(1));

    private Births(BirthLimits limits, BirthMemory memory, @Nullable BirthLog log) {
        this.limits = limits;
        this.memory = memory;
        this.log = log;
    }

    /** Returns births that end with the process. */
    public static Births inMemory(BirthLimits limits) {
        return new Births(limits, new BirthMemory(limits), null);
    }

    /**
     * Opens the births of a folder, which one process at a time may use.
     *
     * @param folder created with the first birth
     * @throws IOException if the folder can't be read
     */
    public static Births open(Path folder, BirthLimits limits) throws IOException {
        return open(folder, limits, Durable.Disk.SYSTEM);
    }

    /** Opens the births of a folder on another disk than the system's. */
    public static Births open(Path folder, BirthLimits limits, Durable.Disk disk) throws IOException {
        var memory = new BirthMemory(limits);
        var log = new BirthLog(folder, disk, memory::writeTo);
        var births = new Births(limits, memory, log);
        try {
            if (!log.read(memory::restore)) {
                LOG.error(
                        "The log of Sparkplug births in \"{}\" is damaged after {} bytes, and the rest of it is lost;"
                                + " messages that wait in the spool may become dead letters (unknown_alias)",
                        folder,
                        log.size());
                births.endAll(memory.latest());
                births.endUnless(topic -> false); // also those of copied spools
            }
            return births;
        } catch (IOException | RuntimeException e) {
            log.close();
            throw e;
        }
    }

    private static @Nullable Birth parse(byte[] payload) {
        try {
            return payload.length > LONGEST_PAYLOAD ? null : Birth.parse(payload);
        } catch (DecodeException e) {
            LOG.debug("A birth cannot be read", e);
            return null;
        }
    }

    private static NodeKey key(SparkplugTopic topic, String clientId) {
        return new NodeKey(clientId, topic.group(), topic.node());
    }

    @Override
    public void learn(SparkplugTopic topic, String clientId, long arrivalMicros, byte[] payload) {
        var type = topic.type();
        var key = key(topic, clientId);
        boolean isCertificate = type.isBirth() || type.isDeath();
        if (!isCertificate || memory.node(key).ask(topic.device(), known -> known.knows(arrivalMicros))) {
            return;
        }
        var birth = type == MessageType.DDEATH ? null : parse(payload);
        try {
            if (type.isBirth()) {
                learnBirth(key, topic.device(), arrivalMicros, birth);
            } else {
                learnDeath(key, topic.device(), arrivalMicros, birth == null ? -1 : birth.bdSeq());
            }
        } catch (IOException e) {
            throw new NotStoredYetException("The disk does not take a Sparkplug birth", e);
        }
    }

    /** Returns whether messages of a topic may use names of births. */
    public boolean mayBeUsedBy(String topic) {
        return SparkplugTopic.mayBe(topic);
    }

    @Override
    public boolean learnsFrom(String topic) {
        return SparkplugTopic.mayBeBirth(topic);
    }

    @Override
    public boolean learnsFromRoute(String routeId) {
        return routes.test(routeId);
    }

    @Override
    public void lostUnread(Path file, String cause) {
        LOG.warn(
                "Spool segment \"{}\" is dropped, but cannot be read whole: {}; the BIRTHs in it are unknown, so aliases of"
                        + " all Sparkplug edge nodes are unknown until their next BIRTH",
                file,
                cause);
    }

    /** Sets which routes births are learned from; all until then. */
    public void setRoutes(Predicate<String> learnedRoutes) {
        routes = learnedRoutes;
    }

    @Override
    public void lost(SparkplugTopic topic, String clientId, long arrivalMicros) {
        if (topic.type().isBirth()) {
            lostBirth(key(topic, clientId), topic.device(), arrivalMicros);
            if (syncsOfLosses.tryAcquire()) {
                tryFlush(); // the spool may never have had it
            }
        }
    }

    /** Syncs everything to the disk. To be called before the spool forgets a message that was learned or lost. */
    @Override
    public void flush() throws IOException {
        if (log != null && log.isUnsynced()) {
            synchronized (this) {
                log.sync();
            }
        }
    }

    private void tryFlush() {
        try {
            flush();
        } catch (IOException e) {
            // it was reported, and the next commit of a lane tries again
        }
    }

    private synchronized void lostBirth(NodeKey key, @Nullable String device, long arrival) {
        var node = memory.node(key);
        boolean isOneOfMany = node.ask(
                device, known -> known.hasReached(limits.perMinute(), arrival) && known.hasUnknownNames(arrival));
        if (isOneOfMany || node.ask(device, known -> known.has(arrival))) {
            return;
        }
        var certificate = memory.certificate(key, Kind.UNREADABLE, arrival, -1, null);
        appendOrRepair(node.ask(device, known -> known.recordOf(key, device, certificate, false)));
        memory.add(node, device, certificate);
        ignored.increment();
    }

    @Override
    public synchronized void lostUntil(long arrivalMicros, boolean areCopied) {
        boolean isNew = memory.endAll(arrivalMicros, areCopied); // each route of Sparkplug is told of a loss
        if (isNew && log != null && (areCopied || log.size() > 0)) { // births of copies may wait in other lanes
            appendOrRepair(BirthRecord.endAll(arrivalMicros, areCopied));
        }
    }

    private synchronized void learnBirth(NodeKey key, @Nullable String device, long arrival, @Nullable Birth birth)
            throws IOException {
        var node = memory.node(key);
        if (node.ask(device, known -> birth == null ? known.has(arrival) : known.knows(arrival))) {
            return;
        }
        boolean isIgnored = node.ask(device, known -> known.hasReached(limits.perMinute(), arrival));
        if (birth != null && !isIgnored) {
            var names = node.ask(device, known -> known.shared(birth));
            add(node, device, memory.certificate(key, Kind.BIRTH, arrival, birth.bdSeq(), names));
            return;
        }
        if (!isIgnored || !node.ask(device, known -> known.hasUnknownNames(arrival))) {
            add(node, device, memory.certificate(key, isIgnored ? Kind.IGNORED : Kind.UNREADABLE, arrival, -1, null));
        }
        ignored.increment();
    }

    private void add(EdgeNode node, @Nullable String device, Certificate certificate) throws IOException {
        append(node.ask(device, known -> known.recordOf(node.key(), device, certificate, memory.forgotten() == 0)));
        memory.add(node, device, certificate);
    }

    private synchronized void learnDeath(NodeKey key, @Nullable String device, long arrival, long bdSeq)
            throws IOException {
        var node = memory.node(key);
        if (device == null && node.isUnbornDeath(bdSeq, arrival)) {
            if (node.ask(null, known -> known.hasReached(limits.perMinute(), arrival))) {
                return; // each would end the devices again
            }
            var certificate = memory.certificate(key, Kind.UNBORN, arrival, bdSeq, null);
            certificate.dieAt(arrival);
            add(node, null, certificate);
        } else if (node.isFirstDeath(device, bdSeq, arrival)) {
            append(BirthRecord.death(key, device, bdSeq, arrival));
            node.die(device, bdSeq, arrival);
        }
    }

    private void append(BirthRecord added) throws IOException {
        if (log != null) {
            log.append(added);
        }
    }

    private void appendOrRepair(BirthRecord added) {
        if (log != null) {
            log.appendOrRepair(added);
        }
    }

    @Override
    public NodeState before(SparkplugTopic topic, String clientId, long arrivalMicros) {
        return memory.state(key(topic, clientId), arrivalMicros, false);
    }

    @Override
    public NodeState aroundReplayed(SparkplugTopic topic, String clientId, long arrivalMicros) {
        return memory.state(key(topic, clientId), arrivalMicros, true);
    }

    /**
     * Ends all certificates but those of copies: messages that arrive later need a new BIRTH. For a start, since the
     * broker's start has disconnected every edge node, and BIRTHs before the extension's start may be lost.
     *
     * @param arrivalMicros latest arrival of an earlier message
     */
    public synchronized void endAll(long arrivalMicros) {
        long time = Math.max(arrivalMicros, memory.latest());
        if (time == Long.MIN_VALUE) {
            return; // nothing arrived before
        }
        long now = EpochClock.SYSTEM.micros();
        if (ArrivalClock.isAhead(time, now)) {
            lostUntil(now, false); // the next messages do not arrive after that time
        }
        lostUntil(time, false);
        tryFlush();
    }

    /**
     * Ends the certificates of nodes and devices whose BIRTHs no route receives any more: a route that is added again must
     * not use old names.
     *
     * @param receives whether a route receives the BIRTHs of a topic
     */
    public synchronized void endUnless(Predicate<String> receives) {
        long time = Math.max(EpochClock.SYSTEM.micros(), memory.latest() + 1);
        for (var node : memory.nodes()) {
            var key = node.key();
            node.forEach((device, timeline) -> {
                long end = key.isCopied() ? timeline.latest() : time; // copied messages arrived in the past
                var topic = SparkplugTopic.birthTopic(key.group(), key.node(), device);
                if (!receives.test(topic) && timeline.endAt(end)) {
                    appendOrRepair(BirthRecord.end(key, device, end));
                }
            });
        }
        tryFlush();
    }

    /** Returns the arrival of the latest certificate that is not copied, {@link Long#MIN_VALUE} if there is none. */
    public synchronized long latestArrival() {
        return memory.latest();
    }

    /** Returns the number of known edge nodes. */
    public int nodes() {
        return memory.nodes().size();
    }

    /** Returns the approximate size of all certificates, bytes. */
    public long bytes() {
        return memory.bytes();
    }

    /** Returns how many BIRTHs were not learned: unreadable and lost ones, and those beyond the limit of a minute. */
    public long ignored() {
        return ignored.sum();
    }

    /** Returns how many edge nodes were forgotten for lack of room. */
    public long forgotten() {
        return memory.forgotten();
    }

    /** Closes the log. */
    @Override
    public synchronized void close() {
        try {
            if (log != null) {
                log.close();
            }
        } catch (IOException e) {
            LOG.warn("The log of Sparkplug births failed to close: {}", e.toString());
        }
    }
}
