// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

import com.hivemq.extension.sdk.api.packets.general.Qos;
import com.hivemq.extension.sdk.api.services.builder.PublishBuilder;
import com.hivemq.extension.sdk.api.services.publish.Publish;
import com.hivemq.extension.sdk.api.services.publish.PublishService;
import io.github.hivemqtdengine.config.ExtensionSettings.DeadLetterTopic;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties.UserProperty;
import io.github.hivemqtdengine.pipeline.account.DeadLetter;
import io.github.hivemqtdengine.pipeline.account.DeadLetters;
import io.github.hivemqtdengine.time.OncePerInterval;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Dead letters that are also published to an MQTT topic. A letter is published after the file has it, and without
 * waiting: not at all while the rate or the heap of unfinished publishes is at its limit. A letter of a message that
 * came from that topic, or that this process has published as such a letter, is never published, so that a loop ends.
 * Thread-safe.
 */
final class PublishedDeadLetters implements DeadLetters {

    private static final Logger LOG = LoggerFactory.getLogger(PublishedDeadLetters.class);

    /**
     * User property by which a published letter is recognised under any topic: a keyed hash of its payload, after those
     * of other brokers that have published the message as their letter. A client that copies it from a letter hides
     * messages with the same payload only.
     */
    static final String ORIGIN = "dead-letter-origin";

    /** Earlier origins that a letter keeps, the latest ones: a loop of as many brokers ends. */
    private static final int MAX_EARLIER_ORIGINS = 15;

    private static final int ORIGIN_LENGTH = 36;
    private static final String MAC = "HmacSHA256";
    private static final int KEY_BYTES = 32;

    /** A larger payload is in the file only. */
    static final int MAX_PAYLOAD_BYTES = 64 * 1_024;

    static final long MAX_UNFINISHED_BYTES = 4L << 20;

    /** Heap of an unfinished publish beside its payload: its topics, user properties and future. */
    private static final long BYTES_PER_PUBLISH = 4_096;

    private static final int MAX_DETAIL = 1_000;
    private static final ByteBuffer NO_PAYLOAD = ByteBuffer.allocate(0);
    private static final Duration BETWEEN_WARNINGS = Duration.ofMinutes(1);

    private final DeadLetters file;
    private final DeadLetterTopic topic;
    private final Supplier<PublishService> service;
    private final Supplier<PublishBuilder> builders;
    private final LongSupplier nanos;
    private final OncePerInterval warnings;
    private final SecretKeySpec key = newKey();
    private final AtomicLong unfinishedBytes = new AtomicLong();
    private final LongAdder published = new LongAdder();
    private final LongAdder notPublished = new LongAdder();
    private long second = Long.MIN_VALUE;
    private int inThisSecond;

    /**
     * @param file keeps the letters
     * @param nanos a clock like {@link System#nanoTime}
     */
    PublishedDeadLetters(
            DeadLetters file,
            DeadLetterTopic topic,
            Supplier<PublishService> service,
            Supplier<PublishBuilder> builders,
            LongSupplier nanos) {
        this.file = file;
        this.topic = topic;
        this.service = service;
        this.builders = builders;
        this.nanos = nanos;
        this.warnings = new OncePerInterval(BETWEEN_WARNINGS, nanos);
    }

    @Override
    public boolean keep(DeadLetter letter) throws IOException {
        boolean isKept = file.keep(letter);
        if (isKept && !isFromTopic(letter.message())) {
            publish(letter);
        }
        return isKept;
    }

    @Override
    public boolean sync() {
        return file.sync();
    }

    private boolean isFromTopic(InboundMessage message) {
        if (message.topic().equals(topic.topic())) {
            return true;
        }
        var origins = origins(message).toList();
        return !origins.isEmpty() && origins.contains(origin(ByteBuffer.wrap(message.payload())));
    }

    private static SecretKeySpec newKey() {
        var bytes = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(bytes);
        return new SecretKeySpec(bytes, MAC);
    }

    /** Returns the origin of a letter that this process publishes with a payload. */
    private String origin(ByteBuffer payload) {
        try {
            var mac = Mac.getInstance(MAC);
            mac.init(key);
            mac.update(payload.duplicate());
            var hash = ByteBuffer.wrap(mac.doFinal());
            return new UUID(hash.getLong(), hash.getLong()).toString();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java has " + MAC, e);
        }
    }

    private static Stream<String> origins(InboundMessage message) {
        return message.properties().userProperties().stream()
                .filter(property -> property.name().equals(ORIGIN))
                .map(UserProperty::value);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the last stage throws nothing
    private void publish(DeadLetter letter) {
        long bytes =
                BYTES_PER_PUBLISH + Math.min(MAX_PAYLOAD_BYTES, letter.payload().remaining());
        if (unfinishedBytes.addAndGet(bytes) > MAX_UNFINISHED_BYTES || !isWithinRate()) {
            unfinishedBytes.addAndGet(-bytes);
            notPublished.increment();
            return;
        }
        try {
            var unused =
                    service.get().publish(publishOf(letter)).whenComplete((nothing, failure) -> finish(bytes, failure));
        } catch (RuntimeException | Error e) { // the file has the letter
            finish(bytes, e);
        }
    }

    private void finish(long bytes, @Nullable Throwable failure) {
        unfinishedBytes.addAndGet(-bytes);
        if (failure == null) {
            published.increment();
            return;
        }
        notPublished.increment();
        if (warnings.tryAcquire()) {
            LOG.warn(
                    "Dead letter was not published to \"{}\"; it is in the dead-letter file: {}",
                    topic.topic(),
                    failure.toString());
        }
    }

    private synchronized boolean isWithinRate() {
        long now = TimeUnit.NANOSECONDS.toSeconds(nanos.getAsLong());
        if (now != second) {
            second = now;
            inThisSecond = 0;
        }
        inThisSecond++;
        return inThisSecond <= topic.maxRate();
    }

    private Publish publishOf(DeadLetter letter) {
        var message = letter.message();
        int payloadBytes = letter.payload().remaining();
        boolean isWhole = payloadBytes <= MAX_PAYLOAD_BYTES;
        var payload = isWhole ? letter.payload().duplicate() : NO_PAYLOAD;
        var publish = builders.get()
                .topic(topic.topic())
                .qos(Qos.AT_LEAST_ONCE)
                .payload(payload)
                .userProperty("dead-letter-reason", letter.reason().name().toLowerCase(Locale.ROOT))
                .userProperty("dead-letter-detail", plain(letter.detail()))
                .userProperty("dead-letter-route", letter.routeId())
                .userProperty("dead-letter-topic", message.topic())
                .userProperty("dead-letter-client", message.clientId())
                .userProperty(
                        "dead-letter-arrival",
                        Instant.EPOCH
                                .plus(message.arrivalMicros(), ChronoUnit.MICROS)
                                .toString());
        earlierOrigins(message).forEach(earlier -> publish.userProperty(ORIGIN, earlier));
        publish.userProperty(ORIGIN, origin(payload));
        if (!isWhole) {
            publish.userProperty("dead-letter-payload-bytes", String.valueOf(payloadBytes));
        }
        var contentType = message.properties().contentType();
        return (contentType == null ? publish : publish.contentType(contentType)).build();
    }

    private List<String> earlierOrigins(InboundMessage message) {
        var earlier = origins(message)
                .filter(value -> value.length() == ORIGIN_LENGTH) // others are a client's, and may be long
                .toList();
        return earlier.subList(Math.max(0, earlier.size() - MAX_EARLIER_ORIGINS), earlier.size());
    }

    /** Returns text as MQTT allows it: without control characters and halves of characters, and not too long. */
    private static String plain(String text) {
        var part = text.substring(0, Math.min(text.length(), MAX_DETAIL)).replaceAll("\\p{Cc}", " ");
        return new String(part.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    /** Returns the number of letters that the broker has taken. */
    long published() {
        return published.sum();
    }

    /** Returns the number of letters that are in the file only, because of a limit or a failure. */
    long notPublished() {
        return notPublished.sum();
    }
}
