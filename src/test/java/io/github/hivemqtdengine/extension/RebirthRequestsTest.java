// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.extension.sdk.api.packets.general.Qos;
import com.hivemq.extension.sdk.api.services.builder.PublishBuilder;
import com.hivemq.extension.sdk.api.services.publish.Publish;
import com.hivemq.extension.sdk.api.services.publish.PublishService;
import io.github.hivemqtdengine.decode.sparkplug.RebirthCommand;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugTopic;
import io.github.hivemqtdengine.spool.births.BirthLimits;
import io.github.hivemqtdengine.spool.births.Births;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.testkit.SparkplugPayload;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RebirthRequestsTest {

    private static final long T = 1_767_322_800_000L;
    private static final String CAUSE = "a BIRTH cannot be read";

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    private final List<Map<String, Object>> publishes = new CopyOnWriteArrayList<>();
    private final AtomicLong millis = new AtomicLong(T);
    private final Births births = Births.inMemory(BirthLimits.DEFAULT);
    private volatile @Nullable Exception failure;

    @AutoClose
    private final RebirthRequests requests = new RebirthRequests(
            births,
            this::service,
            this::builder,
            () -> millis.get() * 1_000,
            () -> Duration.ofMillis(millis.get()).toNanos());

    private PublishService service() {
        return (PublishService) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {PublishService.class}, (proxy, method, arguments) -> {
                    var failing = failure;
                    return failing == null
                            ? CompletableFuture.completedFuture(null)
                            : CompletableFuture.failedFuture(failing);
                });
    }

    /** A builder that keeps what it is given by the names of its methods. */
    private PublishBuilder builder() {
        var fields = new ConcurrentHashMap<String, Object>();
        return (PublishBuilder) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {PublishBuilder.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("build")) {
                        publishes.add(fields);
                        return Proxy.newProxyInstance(
                                getClass().getClassLoader(), new Class<?>[] {Publish.class}, (a, b, c) -> null);
                    }
                    fields.put(method.getName(), arguments[0]);
                    return proxy;
                });
    }

    @Test
    void shouldPublishOneCommandForManyMessages() throws Exception {
        for (int i = 0; i < 50; i++) {
            requests.requestRebirth(topic("DDATA/E/D"), "c", T * 1_000, CAUSE);
        }

        await().until(() -> requests.requested() == 1);
        assertThat(publishes)
                .singleElement()
                .isEqualTo(Map.of(
                        "topic",
                        "spBv1.0/G/NCMD/E",
                        "qos",
                        Qos.AT_MOST_ONCE,
                        "retain",
                        false,
                        "payload",
                        ByteBuffer.wrap(RebirthCommand.payload(T))));
        assertThat(requests.suppressed()).isEqualTo(49);

        pass(Duration.ofSeconds(60));
        requests.requestRebirth(topic("NDATA/E"), "c", millis.get() * 1_000, CAUSE);
        await().until(() -> requests.requested() == 2);
    }

    @Test
    void shouldNotAskForMessagesThatWaitedLong() throws Exception {
        requests.requestRebirth(topic("DDATA/E/D"), "c", (T - 60_001) * 1_000, CAUSE);
        assertThat(requests.suppressed()).isEqualTo(1);

        requests.requestRebirth(topic("DDATA/E/D"), "c", (T - 60_000) * 1_000, CAUSE);
        await().until(() -> requests.requested() == 1);
    }

    @Test
    void shouldNotAskForClientsWithLongIds() throws Exception {
        requests.requestRebirth(topic("DDATA/E/D"), "c".repeat(257), T * 1_000, CAUSE);
        assertThat(requests.suppressed()).isEqualTo(1);

        requests.requestRebirth(topic("DDATA/E/D"), "c".repeat(256), T * 1_000, CAUSE);
        await().until(() -> requests.requested() == 1);
    }

    @Test
    void shouldAskAgainAfterTheShortestIntervalOnceANodeIsBorn() throws Exception {
        ask(1);
        pass(Duration.ofSeconds(60));
        ask(2);

        requests.learn(topic("NBIRTH/E"), "c", millis.get() * 1_000, new byte[] {1}); // unreadable
        pass(Duration.ofSeconds(60));
        requests.requestRebirth(topic("DDATA/E/D"), "c", millis.get() * 1_000, CAUSE);
        assertThat(requests.suppressed()).isEqualTo(1);
        var birth = new SparkplugPayload(T).bdSeq(7).born("volts", 1, 1).seq(0);
        requests.learn(topic("NBIRTH/E"), "c", millis.get() * 1_000, birth);

        ask(3);
        assertThat(births.before(topic("NDATA/E"), "c", Long.MAX_VALUE).birth(null))
                .isNotNull();
    }

    private void ask(int requested) throws Exception {
        requests.requestRebirth(topic("DDATA/E/D"), "c", millis.get() * 1_000, CAUSE);
        await().until(() -> requests.requested() == requested);
    }

    @Test
    void shouldPassOnWhatItsBirthsLearnAndMiss() throws Exception {
        var topic = topic("NBIRTH/E");
        var birth = new SparkplugPayload(T).bdSeq(7).born("volts", 1, 1).seq(0);
        requests.learn(topic, "c", 10, birth);
        assertThat(requests.before(topic, "c", 11).birth(null)).isNotNull();
        requests.lost(topic, "c", 20);
        assertThat(requests.before(topic, "c", 21).birth(null)).isNull();
        requests.learn(topic, "c", 30, birth);
        assertThat(requests.aroundReplayed(topic, "c", 9).nextBirth(null)).isNotNull();
        requests.lostUntil(40, false);
        assertThat(requests.before(topic, "c", 41).birth(null)).isNull();
    }

    @Test
    void shouldLogOneRequestInAMinute() throws Exception {
        requests.requestRebirth(topic("NDATA/E"), "c", T * 1_000, CAUSE);
        requests.requestRebirth(topic("NDATA/F"), "c", T * 1_000, CAUSE);
        await().until(() -> requests.requested() == 2);

        assertThat(log.lines())
                .containsExactly("INFO Rebirth of Sparkplug edge node \"E\" in group \"G\" requested, because a BIRTH"
                        + " cannot be read; 1 requests so far, 0 suppressed");
    }

    @Test
    void shouldLogOneFailureInAMinute() throws Exception {
        failure = new IllegalStateException("rate limit");
        requests.requestRebirth(topic("NDATA/E"), "c", T * 1_000, CAUSE);
        requests.requestRebirth(topic("NDATA/F"), "c", T * 1_000, CAUSE);
        await().until(() -> publishes.size() == 2);

        await().until(() -> !log.lines().isEmpty());
        assertThat(log.lines())
                .containsExactly("WARN Rebirth of Sparkplug edge node \"E\" in group \"G\" could not be requested:"
                        + " java.lang.IllegalStateException: rate limit");
        assertThat(requests.requested()).isZero();
    }

    private static SparkplugTopic topic(String rest) throws Exception {
        return SparkplugTopic.parse("spBv1.0/G/" + rest);
    }

    private void pass(Duration time) {
        millis.addAndGet(time.toMillis());
    }
}
