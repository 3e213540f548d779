// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.hivemq.extension.sdk.api.services.builder.PublishBuilder;
import com.hivemq.extension.sdk.api.services.publish.Publish;
import com.hivemq.extension.sdk.api.services.publish.PublishService;
import io.github.hivemqtdengine.config.ExtensionSettings.DeadLetterTopic;
import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.Mqtt5Properties.UserProperty;
import io.github.hivemqtdengine.pipeline.account.DeadLetter;
import io.github.hivemqtdengine.testkit.CapturedLog;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PublishedDeadLettersTest {

    private static final byte[] PAYLOAD = "{}".getBytes(UTF_8);
    private static final String TOPIC = "alarms/letters";

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    private final List<DeadLetter> file = new ArrayList<>();
    private final List<Map<String, Object>> publishes = new ArrayList<>();
    private final List<CompletableFuture<Void>> unfinished = new ArrayList<>();
    private boolean isAtOnce = true;
    private long nanos;

    private final PublishedDeadLetters letters = letters(3);

    private PublishedDeadLetters letters(int maxRate) {
        return new PublishedDeadLetters(
                file::add, new DeadLetterTopic(TOPIC, maxRate), this::service, this::builder, () -> nanos);
    }

    /** A service whose publishes finish at once, or with their future. */
    private PublishService service() {
        return (PublishService) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {PublishService.class}, (proxy, method, arguments) -> {
                    var future = new CompletableFuture<Void>();
                    unfinished.add(future);
                    if (isAtOnce) {
                        future.complete(null);
                    }
                    return future;
                });
    }

    /** A builder that keeps what it is given by the names of its methods and of user properties. */
    private PublishBuilder builder() {
        var fields = new LinkedHashMap<String, Object>();
        return (PublishBuilder) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {PublishBuilder.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("build")) {
                        publishes.add(fields);
                        return Proxy.newProxyInstance(
                                getClass().getClassLoader(), new Class<?>[] {Publish.class}, (a, b, c) -> null);
                    }
                    if (PublishedDeadLetters.ORIGIN.equals(arguments[0])) {
                        fields.merge(PublishedDeadLetters.ORIGIN, arguments[1], (a, b) -> a + " " + b);
                    } else if (arguments.length == 2) {
                        fields.put(String.valueOf(arguments[0]), arguments[1]);
                    } else {
                        fields.put(method.getName(), arguments[0]);
                    }
                    return proxy;
                });
    }

    private static DeadLetter letter(String topic, byte[] payload, UserProperty... properties) {
        var message = new InboundMessage(
                topic,
                payload,
                "client",
                null,
                1,
                false,
                false,
                Mqtt5Properties.of("text/plain", null, null, List.of(properties)),
                1_767_225_600_000_000L);
        return new DeadLetter("meters", message, DeadLetterReason.TYPE_MISMATCH, "no number:\u0000 \ud83d");
    }

    private static DeadLetter letter() {
        return letter("site/1", PAYLOAD);
    }

    @Test
    void shouldPublishWhatTheFileHasKept() throws IOException {
        assertThat(letters.keep(letter())).isTrue();

        assertThat(file).hasSize(1);
        assertThat(publishes).singleElement().satisfies(publish -> {
            assertThat(publish)
                    .containsEntry("topic", TOPIC)
                    .containsEntry("payload", ByteBuffer.wrap("{}".getBytes(UTF_8)))
                    .containsEntry("contentType", "text/plain")
                    .containsEntry("dead-letter-reason", "type_mismatch")
                    .containsEntry("dead-letter-detail", "no number:  ?")
                    .containsEntry("dead-letter-route", "meters")
                    .containsEntry("dead-letter-topic", "site/1")
                    .containsEntry("dead-letter-client", "client")
                    .containsEntry("dead-letter-arrival", "2026-01-01T00:00:00Z");
        });
        assertThat(letters.published()).isEqualTo(1);
        assertThat(letters.notPublished()).isZero();
    }

    @Test
    void shouldPublishNothingThatTheFileHasNotKept() {
        var full = new PublishedDeadLetters(
                letter -> false, new DeadLetterTopic(TOPIC, 3), this::service, this::builder, () -> nanos);
        var broken = new PublishedDeadLetters(
                letter -> {
                    throw new IOException("disk");
                },
                new DeadLetterTopic(TOPIC, 3),
                this::service,
                this::builder,
                () -> nanos);

        assertThatIOException().isThrownBy(() -> broken.keep(letter()));
        assertThat(keep(full, letter())).isFalse();
        assertThat(publishes).isEmpty();
    }

    private static boolean keep(PublishedDeadLetters letters, DeadLetter letter) {
        try {
            return letters.keep(letter);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static UserProperty[] origins(Map<String, Object> publish) {
        return Stream.of(
                        String.valueOf(publish.get(PublishedDeadLetters.ORIGIN)).split(" "))
                .map(origin -> new UserProperty(PublishedDeadLetters.ORIGIN, origin))
                .toArray(UserProperty[]::new);
    }

    @Test
    void shouldPublishALetterWhoseClientPretendsThatItIsOne() throws IOException {
        letters.keep(letter(
                "site/1",
                new byte[0],
                new UserProperty("dead-letter-reason", "decode"),
                new UserProperty(PublishedDeadLetters.ORIGIN, "decode"),
                new UserProperty(PublishedDeadLetters.ORIGIN, "00000000-0000-0000-0000-000000000000")));

        assertThat(publishes).hasSize(1);
    }

    /** A client that may read the letters must not hide others by what it has read. */
    @Test
    void shouldPublishALetterWhoseClientHasCopiedTheOriginOfAnother() throws IOException {
        letters.keep(letter());
        letters.keep(letter("site/1", "{\"v\":1}".getBytes(UTF_8), origins(publishes.get(0))));

        assertThat(publishes).hasSize(2);
    }

    /** As where a bridge takes each broker's letters to the other one. */
    @Test
    void shouldEndALoopOfTwoBrokers() throws IOException {
        var other = letters(3);
        letters.keep(letter());
        int rounds = 0;
        for (int before = 0; publishes.size() > before; rounds++) {
            before = publishes.size();
            var bridged = letter("bridge/1", PAYLOAD, origins(publishes.get(before - 1)));
            (rounds % 2 == 0 ? other : letters).keep(bridged);
        }

        assertThat(rounds).isEqualTo(2);
        assertThat(publishes).hasSize(2);
    }

    /** The heap that a letter takes does not depend on them. */
    @Test
    void shouldKeepFewOriginsOfAClient() throws IOException {
        var forged = new UserProperty[100];
        Arrays.setAll(
                forged,
                i -> new UserProperty(PublishedDeadLetters.ORIGIN, UUID.randomUUID() + (i % 2 == 0 ? "x" : "")));
        letters.keep(letter("site/1", new byte[0], forged));

        assertThat(origins(publishes.get(0))).hasSize(16).startsWith(forged[71]).doesNotContain(forged[98]);
    }

    @Test
    void shouldNeverPublishALetterOfALetter() throws IOException {
        letters.keep(letter());
        var origins = origins(publishes.remove(0));
        file.clear();
        letters.keep(letter(TOPIC, new byte[0]));
        letters.keep(letter("bridge/1", PAYLOAD, origins));

        assertThat(file).hasSize(2);
        assertThat(publishes).isEmpty();
        assertThat(letters.notPublished()).isZero();
    }

    @Test
    void shouldPublishAtMostTheRate() throws IOException {
        for (int i = 0; i < 5; i++) {
            letters.keep(letter());
        }
        assertThat(publishes).hasSize(3);
        assertThat(letters.notPublished()).isEqualTo(2);

        nanos += Duration.ofSeconds(1).toNanos();
        letters.keep(letter());
        assertThat(publishes).hasSize(4);
        assertThat(file).hasSize(6);
    }

    /** A broker that finishes no publish. */
    @Test
    void shouldBoundTheHeapOfUnfinishedPublishes() throws IOException {
        isAtOnce = false;
        var fast = letters(1_000);
        int most = (int) (PublishedDeadLetters.MAX_UNFINISHED_BYTES / PublishedDeadLetters.MAX_PAYLOAD_BYTES);
        for (int i = 0; i < 2 * most; i++) {
            fast.keep(letter("site/1", new byte[PublishedDeadLetters.MAX_PAYLOAD_BYTES]));
        }
        assertThat(publishes).hasSizeBetween(most / 2, most);
        assertThat(fast.notPublished()).isEqualTo(2L * most - publishes.size());

        unfinished.forEach(future -> future.complete(null));
        fast.keep(letter());
        assertThat(fast.published()).isEqualTo(publishes.size() - 1);
    }

    @Test
    void shouldLeaveOutALargePayloadAndSayHowLargeItIs() throws IOException {
        letters.keep(letter("site/1", new byte[PublishedDeadLetters.MAX_PAYLOAD_BYTES + 1]));

        assertThat(publishes)
                .singleElement()
                .satisfies(publish -> assertThat(publish)
                        .containsEntry("payload", ByteBuffer.allocate(0))
                        .containsEntry("dead-letter-payload-bytes", "65537"));
    }

    @Test
    void shouldHaveKeptALetterWhosePublishFailsWithAnError() throws IOException {
        var failing = new PublishedDeadLetters(
                file::add,
                new DeadLetterTopic(TOPIC, 3),
                this::service,
                () -> {
                    throw new NoClassDefFoundError("PublishBuilder");
                },
                () -> nanos);

        assertThat(failing.keep(letter())).isTrue();

        assertThat(file).hasSize(1);
        assertThat(failing.notPublished()).isEqualTo(1);
        assertThat(log.text()).contains("Dead letter was not published", "PublishBuilder");
    }

    @Test
    void shouldCountAndLogAFailureOnce() throws IOException {
        isAtOnce = false;
        letters.keep(letter());
        letters.keep(letter());
        unfinished.forEach(future -> future.completeExceptionally(new IllegalStateException("rate limit")));

        assertThat(letters.notPublished()).isEqualTo(2);
        assertThat(log.text().lines().filter(line -> line.contains("Dead letter was not published")))
                .singleElement()
                .asString()
                .contains(TOPIC, "rate limit");
    }
}
