// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.status.unmapped;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.PayloadField;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.ExtensionMetric;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.route.PayloadSurvey;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteSettings;
import io.github.hivemqtdengine.status.ObservedSink;
import io.github.hivemqtdengine.status.unmapped.SampleQueue.Sample;
import io.github.hivemqtdengine.time.OncePerInterval;
import io.github.hivemqtdengine.time.PeriodicTask;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Search for what the mapping does not store, in samples of the messages. A thread of its own requests samples at
 * random times, so that it sees every one of many publishers with the same interval, and decodes them.
 */
public final class UnmappedWatch implements AutoCloseable {

    /** Maximum size of a sampled payload after decompression, bytes. */
    public static final int MAX_BYTES = 1 << 20;

    private static final Duration INTERVAL = Duration.ofMillis(100);
    private static final double INTERVALS_PER_MINUTE = 600;
    private static final Duration LONGEST_STOP = Duration.ofSeconds(2);
    private static final Logger LOG = LoggerFactory.getLogger(UnmappedWatch.class);

    private final OncePerInterval defects = new OncePerInterval(Duration.ofMinutes(1));

    private final double samplesPerInterval;
    private final Supplier<List<RouteSettings>> active;
    private final Function<RouteSettings, PayloadSurvey> compiler;
    private final SampleQueue samples = new SampleQueue();
    private final Findings findings = new Findings();
    private final PeriodicTask task = new PeriodicTask("tdengine-unmapped", this::look, INTERVAL, LONGEST_STOP);
    private Map<String, RouteSettings> routes = Map.of();
    private @Nullable List<RouteSettings> compared;
    private final Map<String, PayloadSurvey> surveys = new HashMap<>();

    /**
     * Creates a watch; nothing runs before {@link #start}.
     *
     * @param samplesPerMinute mean number of messages looked at, and of topics without a route
     * @param active returns the settings of the active routes, the same list until they change
     */
    public UnmappedWatch(
            int samplesPerMinute,
            Supplier<List<RouteSettings>> active,
            Function<RouteSettings, PayloadSurvey> compiler) {
        this.samplesPerInterval = samplesPerMinute / INTERVALS_PER_MINUTE;
        this.active = active;
        this.compiler = compiler;
    }

    /** Returns an intake that passes everything on to another one and offers samples. */
    public MessageSink around(MessageSink sink) {
        return new ObservedSink(sink, samples::offer, samples::offer);
    }

    public void report(PipelineMetrics metrics) {
        metrics.gauge(ExtensionMetric.UNMAPPED_TOPICS, findings::topics);
        metrics.gauge(ExtensionMetric.UNMAPPED_FIELDS, findings::unread);
    }

    /**
     * Returns what is found, as JSON; may be called by any thread.
     *
     * @param maxRoutes the maximum number of routes
     */
    public Object json(int maxRoutes) {
        return findings.json(maxRoutes);
    }

    public void start() {
        task.start();
    }

    /** Looks at the samples that have arrived, and requests the next ones. */
    void look() {
        for (var topic = samples.pollTopic(); topic != null; topic = samples.pollTopic()) {
            findings.addTopic(topic);
        }
        follow(active.get()); // a change forgets the topics from before
        for (var sample = samples.pollMessage(); sample != null; sample = samples.pollMessage()) {
            look(sample);
        }
        int count = (int) (samplesPerInterval + ThreadLocalRandom.current().nextDouble());
        if (count > 0) { // an earlier request stays until a message comes
            samples.request(count);
        }
    }

    /** Forgets what is found of routes that have changed. */
    private void follow(List<RouteSettings> now) {
        boolean isSame = now.equals(compared);
        compared = now;
        if (isSame) {
            return;
        }
        var before = routes;
        routes = now.stream().collect(Collectors.toMap(RouteSettings::id, Function.identity()));
        before.forEach((id, settings) -> {
            if (!settings.equals(routes.get(id))) {
                surveys.remove(id);
                findings.forgetRoute(id);
            }
        });
        findings.forgetTopics();
    }

    private void look(Sample sample) {
        for (var route : sample.routes()) {
            findings.addFields(route.id(), fields(route, sample.message()));
        }
    }

    private List<PayloadField> fields(Route route, InboundMessage message) {
        try {
            return survey(route).fields(message);
        } catch (DecodeException e) {
            return List.of(); // the lane makes it a dead letter
        } catch (RuntimeException e) {
            if (defects.tryAcquire()) {
                LOG.error(
                        "Internal error: the fields of a message of route \"{}\" are not compared; please report it",
                        route.id(),
                        e);
            }
            return List.of();
        }
    }

    private PayloadSurvey survey(Route route) {
        var settings = routes.get(route.id());
        if (settings == null || (surveys.size() == Findings.MAX_ROUTES && !surveys.containsKey(route.id()))) {
            return PayloadSurvey.NONE;
        }
        return surveys.computeIfAbsent(route.id(), id -> compiler.apply(settings));
    }

    @Override
    public void close() {
        task.close();
    }
}
