// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.publish;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.extension.sdk.api.packets.general.Qos;
import com.hivemq.extension.sdk.api.packets.publish.PublishPacket;
import io.github.hivemqtdengine.config.CaptureSettings.Capture;
import io.github.hivemqtdengine.extension.BrokerStub;
import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.pipeline.Pipeline;
import io.github.hivemqtdengine.pipeline.account.DeadLetter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Handling of a message that is larger than the limit. */
class LargePublishTest {

    private static final int LIMIT = 1_000;
    private static final long CONNECTION = 1;
    private static final int PACKET_ID = 7;

    private final List<DeadLetter> letters = new ArrayList<>();
    private final ClientSession session = new ClientSession();
    private Pipeline pipeline;

    @BeforeEach
    void routeEverything() throws Exception {
        pipeline = ClientPublishes.pipeline(letters::add);
    }

    @Test
    void shouldAcceptMessagesWithinTheLimit() {
        publish(null, LIMIT);

        assertThat(letters).isEmpty();
        assertThat(pipeline.counters("everything").inFlight()).isOne();
    }

    @Test
    void shouldMakeADeadLetterOfWhatIsLarger() {
        var payload = publish(null, LIMIT + 1);

        assertThat(letters).singleElement().satisfies(letter -> {
            assertThat(letter.reason()).isEqualTo(DeadLetterReason.TOO_LARGE);
            assertThat(letter.payload()).isSameAs(payload);
        });
        assertThat(pipeline.counters("everything").received()).isOne();
        assertThat(pipeline.counters("everything").deadLettered()).isOne();
        assertThat(pipeline.counters("everything").inFlight()).isZero();
    }

    /** Before the acknowledgement the broker may still deny it. */
    @Test
    void shouldWaitForTheAcknowledgementWhereTheConfigurationSaysSo() {
        publish(new AcknowledgedIntake(CONNECTION, () -> pipeline, Capture.ON_ACK, null, session), LIMIT + 1);
        assertThat(letters).isEmpty();
        assertThat(session.weight()).isLessThan(LIMIT);

        var publish = session.get(PACKET_ID, 1);
        assertThat(publish)
                .isNotNull()
                .extracting(waiting -> waiting.acknowledged(CONNECTION))
                .isNull();

        assertThat(letters).hasSize(1);
        assertThat(pipeline.counters("everything").deadLettered()).isOne();
    }

    private ByteBuffer publish(@Nullable AcknowledgedIntake intake, int bytes) {
        var payload = ByteBuffer.allocate(bytes).asReadOnlyBuffer();
        var packet = BrokerStub.of(
                PublishPacket.class,
                Map.of(
                        "getTopic",
                        "t",
                        "getQos",
                        Qos.AT_LEAST_ONCE,
                        "getPacketId",
                        PACKET_ID,
                        "getPayload",
                        Optional.of(payload)));
        ClientPublishes.publish(packet, ClientPublishes.interceptor(pipeline, intake, () -> 1));
        return payload;
    }
}
