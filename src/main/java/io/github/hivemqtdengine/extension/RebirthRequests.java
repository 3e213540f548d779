// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

import com.hivemq.extension.sdk.api.packets.general.Qos;
import com.hivemq.extension.sdk.api.services.builder.PublishBuilder;
import com.hivemq.extension.sdk.api.services.publish.PublishService;
import io.github.hivemqtdengine.decode.sparkplug.EdgeNodes;
import io.github.hivemqtdengine.decode.sparkplug.NodeState;
import io.github.hivemqtdengine.decode.sparkplug.RebirthCommand;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugTopic;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugTopic.MessageType;
import io.github.hivemqtdengine.extension.RebirthSchedule.Node;
import io.github.hivemqtdengine.extension.RebirthSchedule.Request;
import io.github.hivemqtdengine.time.EpochClock;
import io.github.hivemqtdengine.time.OncePerInterval;
import io.github.hivemqtdengine.time.PeriodicTask;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Edge nodes whose missing BIRTHs are requested by NCMD, within the limits of {@link RebirthSchedule}. The broker shows
 * publishes of extensions to no interceptor, so a request is never stored. Thread-safe.
 */
final class RebirthRequests implements EdgeNodes, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RebirthRequests.class);

    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final Duration LONGEST_STOP = Duration.ofSeconds(10);
    private static final Duration BETWEEN_LINES = Duration.ofMinutes(1);

    /** Characters of a client id; a longer one would fill the schedule, which counts entries. */
    private static final int MAX_CLIENT_ID = 256;

    private final EdgeNodes births;
    private final Supplier<PublishService> service;
    private final Supplier<PublishBuilder> builders;
    private final EpochClock clock;
    private final RebirthSchedule schedule;
    private final OncePerInterval lines;
    private final OncePerInterval warnings;
    private final PeriodicTask task = new PeriodicTask("tdengine-rebirths", this::send, PAUSE, LONGEST_STOP);
    private final AtomicBoolean isStarted = new AtomicBoolean();
    private final LongAdder requested = new LongAdder();
    private final LongAdder suppressed = new LongAdder();

    /**
     * Creates the requests; nothing runs before the first one.
     *
     * @param births memory of the BIRTHs
     * @param service the broker's service, requested only for a request
     * @param clock clock of the messages' arrival
     * @param nanos a clock like {@link System#nanoTime}
     */
    RebirthRequests(
            EdgeNodes births,
            Supplier<PublishService> service,
            Supplier<PublishBuilder> builders,
            EpochClock clock,
            LongSupplier nanos) {
        this.births = births;
        this.service = service;
        this.builders = builders;
        this.clock = clock;
        this.schedule = new RebirthSchedule(nanos);
        this.lines = new OncePerInterval(BETWEEN_LINES, nanos);
        this.warnings = new OncePerInterval(BETWEEN_LINES, nanos);
    }

    @Override
    public void requestRebirth(SparkplugTopic topic, String clientId, long arrivalMicros, String cause) {
        long ageMicros = clock.micros() - arrivalMicros;
        // after a long wait in the spool, the BIRTH may wait there, too
        boolean isOld = ageMicros > TimeUnit.SECONDS.toMicros(RebirthSchedule.SHORTEST.toSeconds());
        boolean isTooLong = clientId.length() > MAX_CLIENT_ID;
        if (isOld || isTooLong || !schedule.add(clientId, node(topic), cause)) {
            suppressed.increment();
        } else if (isStarted.compareAndSet(false, true)) {
            task.startAtOnce();
        }
    }

    private static Node node(SparkplugTopic topic) {
        return new Node(topic.group(), topic.node());
    }

    /** Sends the requests that wait and are within the rate. */
    void send() {
        for (var next = schedule.poll(); next != null; next = schedule.poll()) {
            publish(next);
        }
    }

    private void publish(Request request) {
        long millis = TimeUnit.MICROSECONDS.toMillis(clock.micros());
        var node = request.node();
        try {
            var publish = builders.get()
                    .topic(SparkplugTopic.commandTopic(node.group(), node.id()))
                    .qos(Qos.AT_MOST_ONCE)
                    .retain(false)
                    .payload(ByteBuffer.wrap(RebirthCommand.payload(millis)))
                    .build();
            var unused = service.get().publish(publish).whenComplete((nothing, failure) -> finish(request, failure));
        } catch (RuntimeException e) { // the next message with an unknown alias asks again
            finish(request, e);
        }
    }

    private void finish(Request request, @Nullable Throwable failure) {
        var node = request.node();
        if (failure == null) {
            requested.increment();
            if (lines.tryAcquire()) {
                LOG.info(
                        "Rebirth of Sparkplug edge node \"{}\" in group \"{}\" requested, because {}; {} requests so far,"
                                + " {} suppressed",
                        node.id(),
                        node.group(),
                        request.cause(),
                        requested.sum(),
                        suppressed.sum());
            }
        } else if (warnings.tryAcquire()) {
            LOG.warn(
                    "Rebirth of Sparkplug edge node \"{}\" in group \"{}\" could not be requested: {}",
                    node.id(),
                    node.group(),
                    failure.toString());
        }
    }

    @Override
    public void learn(SparkplugTopic topic, String clientId, long arrivalMicros, byte[] payload) {
        births.learn(topic, clientId, arrivalMicros, payload);
        if (topic.type() == MessageType.NBIRTH
                && births.before(topic, clientId, arrivalMicros + 1).birth(null) != null) {
            schedule.born(clientId, node(topic));
        }
    }

    @Override
    public void lost(SparkplugTopic topic, String clientId, long arrivalMicros) {
        births.lost(topic, clientId, arrivalMicros);
    }

    @Override
    public void lostUntil(long arrivalMicros, boolean areCopied) {
        births.lostUntil(arrivalMicros, areCopied);
    }

    @Override
    public NodeState before(SparkplugTopic topic, String clientId, long arrivalMicros) {
        return births.before(topic, clientId, arrivalMicros);
    }

    @Override
    public NodeState aroundReplayed(SparkplugTopic topic, String clientId, long arrivalMicros) {
        return births.aroundReplayed(topic, clientId, arrivalMicros);
    }

    /** Returns the number of requests that the broker has taken. */
    long requested() {
        return requested.sum();
    }

    /** Returns the number of requests that were not sent because of a limit. */
    long suppressed() {
        return suppressed.sum();
    }

    @Override
    public void close() {
        task.close();
    }
}
