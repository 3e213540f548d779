// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

import com.hivemq.extension.sdk.api.packets.general.Qos;
import com.hivemq.extension.sdk.api.services.builder.PublishBuilder;
import com.hivemq.extension.sdk.api.services.publish.PublishService;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.status.StatusMessage;
import io.github.hivemqtdengine.time.OncePerInterval;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Status that is published as a retained message: when its state or its problems change, and once a minute. No route
 * stores it: the broker shows what an extension publishes to no extension, and {@link RetainedMessages} leaves it out.
 * {@link #accept} is for one thread.
 */
final class PublishedStatus implements Consumer<byte[]> {

    private static final Logger LOG = LoggerFactory.getLogger(PublishedStatus.class);

    private static final Duration INTERVAL = Duration.ofMinutes(1);

    private final String topic;
    private final Supplier<PublishService> service;
    private final Supplier<PublishBuilder> builders;
    private final OncePerInterval warnings = new OncePerInterval(INTERVAL);
    private volatile @Nullable StatusMessage last;

    PublishedStatus(String topic, Supplier<PublishService> service, Supplier<PublishBuilder> builders) {
        this.topic = topic;
        this.service = service;
        this.builders = builders;
    }

    /** Publishes the content of a status file, if it says something new. */
    @Override
    public void accept(byte[] content) {
        try {
            var message = StatusMessage.of(content);
            var before = last;
            if (before == null || isDue(message, before)) {
                last = message;
                publish(message);
            }
        } catch (DecodeException | RuntimeException | Error e) { // also of a broker that stops
            last = null;
            warn(e);
        }
    }

    private static boolean isDue(StatusMessage message, StatusMessage before) {
        var age = Duration.between(before.written(), message.written()).abs();
        return age.compareTo(INTERVAL) >= 0 || !message.hasSameProblemsAs(before);
    }

    private void publish(StatusMessage message) {
        var publish = builders.get()
                .topic(topic)
                .qos(Qos.AT_LEAST_ONCE)
                .retain(true)
                .contentType("application/json")
                .payload(ByteBuffer.wrap(message.json()))
                .build();
        var unused = service.get().publish(publish).whenComplete((nothing, failure) -> {
            if (failure != null) {
                last = null; // the next status is published again
                warn(failure);
            }
        });
    }

    private void warn(Throwable failure) {
        if (warnings.tryAcquire()) {
            LOG.warn("Status was not published to \"{}\": {}", topic, failure.toString());
        }
    }
}
