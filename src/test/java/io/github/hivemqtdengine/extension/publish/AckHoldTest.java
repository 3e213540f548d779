// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.publish;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.extension.sdk.api.async.Async;
import com.hivemq.extension.sdk.api.async.SimpleAsyncOutput;
import com.hivemq.extension.sdk.api.services.session.ClientService;
import io.github.hivemqtdengine.config.CaptureSettings;
import io.github.hivemqtdengine.config.CaptureSettings.Capture;
import io.github.hivemqtdengine.config.CaptureSettings.OnTimeLimit;
import io.github.hivemqtdengine.config.CaptureSettings.Reattach;
import io.github.hivemqtdengine.extension.BrokerStub;
import io.github.hivemqtdengine.pipeline.account.AckTimeouts;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.testkit.CapturedLog;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An acknowledgement that must not go out: the broker keeps it back by disconnecting the client, or it does not. */
class AckHoldTest {

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    @AutoClose
    private final AckTimeouts acks = new AckTimeouts(() -> 0, Long.MAX_VALUE);

    private final CompletableFuture<Boolean> disconnect = new CompletableFuture<>();
    private AckHold hold;
    private final List<Boolean> endings = new CopyOnWriteArrayList<>();
    private final AtomicInteger resumed = new AtomicInteger();

    @BeforeEach
    void holdForALittleWhile() {
        hold = hold(OnTimeLimit.WITHHOLD);
    }

    private AckHold hold(OnTimeLimit onTimeLimit) {
        return new AckHold(
                BrokerStub.of(ClientService.class, Map.of("disconnectClient", disconnect)),
                new CaptureSettings(Capture.ON_PUBLISH, 1_024, Reattach.NONE, Duration.ofMillis(50), onTimeLimit, null),
                Duration.ofMillis(50),
                acks);
    }

    @Test
    void shouldGiveBackTheAcknowledgementOnceTheClientIsDisconnected() {
        withhold();
        assertThat(resumed).hasValue(0);

        disconnect.complete(true);

        assertThat(endings).containsExactly(false);
        assertThat(resumed).hasValue(1);
        assertThat(hold.notWithheld()).isZero();
        assertThat(log.lines()).isEmpty();
    }

    @Test
    void shouldCountAClientThatTheBrokerDoesNotDisconnect() {
        withhold();

        disconnect.completeExceptionally(new IllegalStateException("scripted"));

        assertThat(hold.notWithheld()).isOne();
        assertThat(endings).isEmpty();
        assertThat(resumed).hasValue(0);
        assertThat(log.lines()).singleElement().asString().contains("cannot be disconnected", "scripted");
    }

    @Test
    void shouldCountOnceAClientWhoseDisconnectIsNeverAnswered() {
        withhold();

        await().until(() -> hold.notWithheld() == 1);
        disconnect.completeExceptionally(new IllegalStateException("much too late"));

        assertThat(hold.notWithheld()).isOne();
        assertThat(log.lines()).singleElement().asString().contains("the broker has not answered");
    }

    /** Better late than never: the broker sends the acknowledgement only after ten seconds more. */
    @Test
    void shouldGiveBackTheAcknowledgementThoughTheDisconnectWasLate() {
        withhold();
        await().until(() -> hold.notWithheld() == 1);

        disconnect.complete(true);

        assertThat(endings).containsExactly(false);
        assertThat(resumed).hasValue(1);
    }

    /** If the disconnect gets no answer, the broker sends the acknowledgement after its own limit. */
    @Test
    void shouldCountAnAcknowledgementWhoseMessageIsStoredAfterTheTimeLimit() {
        var late = new PendingAck(PendingAck.Stage.COMPLETED);
        hold.hold("c", System.nanoTime(), late, output(), endings::add);
        await().until(() -> hold.notWithheld() == 1);

        late.arrived();

        assertThat(hold.notWithheld()).isOne();
        assertThat(endings).isEmpty();
        assertThat(resumed).hasValue(0);
    }

    @Test
    void shouldSendTheAcknowledgementAfterTheTimeLimitWhereThatIsConfigured() {
        var late = new PendingAck(PendingAck.Stage.COMPLETED);
        hold = hold(OnTimeLimit.SEND);
        hold.hold("c", System.nanoTime(), late, output(), endings::add);
        await().until(() -> resumed.get() == 1);

        late.arrived();

        assertThat(endings).containsExactly(true);
        assertThat(resumed).hasValue(1);
        assertThat(hold.notWithheld()).isZero();
        assertThat(log.lines()).isEmpty();
    }

    /** Messages in flight together do not wait one after another. */
    @Test
    void shouldCountTheTimeLimitFromTheArrivalOfTheMessage() {
        hold = new AckHold(
                BrokerStub.of(ClientService.class, Map.of("disconnectClient", disconnect)),
                new CaptureSettings(
                        Capture.ON_PUBLISH, 1_024, Reattach.NONE, Duration.ofHours(1), OnTimeLimit.SEND, null),
                Duration.ofHours(1),
                acks);
        long now = System.nanoTime();

        hold.hold("c", now, new PendingAck(PendingAck.Stage.COMPLETED), output(), endings::add);
        hold.hold(
                "c",
                now - Duration.ofHours(1).toNanos(),
                new PendingAck(PendingAck.Stage.COMPLETED),
                output(),
                endings::add);

        await().until(() -> resumed.get() == 1);
        assertThat(endings).containsExactly(true);
        assertThat(acks.waits()).isOne();
    }

    private void withhold() {
        hold.hold("c", System.nanoTime(), PendingAck.refused(), output(), endings::add);
    }

    private SimpleAsyncOutput<?> output() {
        var held = (Async<?>) Proxy.newProxyInstance(
                Async.class.getClassLoader(), new Class<?>[] {Async.class}, (self, method, arguments) -> {
                    resumed.incrementAndGet(); // nothing else is called
                    return null;
                });
        return BrokerStub.of(SimpleAsyncOutput.class, Map.of("async", held));
    }
}
