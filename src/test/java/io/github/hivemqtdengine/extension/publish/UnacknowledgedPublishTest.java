// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.publish;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.pipeline.Pipeline;
import io.github.hivemqtdengine.pipeline.account.DeadLetter;
import io.github.hivemqtdengine.pipeline.account.PendingAck.Stage;
import io.github.hivemqtdengine.pipeline.account.RejectedMessage;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;

class UnacknowledgedPublishTest {

    private static final long CONNECTION = 1;
    private static final long LATER_CONNECTION = 2;

    private final List<DeadLetter> letters = new ArrayList<>();
    private Pipeline pipeline;

    @BeforeEach
    void routeEverything() throws Exception {
        pipeline = ClientPublishes.pipeline(letters::add);
    }

    @Test
    void shouldNeverAcknowledgeWhatCouldNotBeAccepted() {
        var refused = UnacknowledgedPublish.refused(CONNECTION, () -> pipeline);

        assertThat(requireNonNull(refused.acknowledged(CONNECTION)).isRefused()).isTrue();
        assertThat(requireNonNull(refused.acknowledged(LATER_CONNECTION)).isRefused())
                .isTrue();
        assertThat(pipeline.counters("everything").received()).isZero();
    }

    @Test
    void shouldAcceptMessagesAcknowledgedOnTheirOwnConnection() {
        var pendingAck = publish(Stage.COMPLETED).acknowledged(CONNECTION);

        assertThat(requireNonNull(pendingAck).hasArrived()).isFalse();
        assertThat(letters).isEmpty();
        assertThat(pipeline.counters("everything").inFlight()).isEqualTo(1);
    }

    /** The client's permission is unknown, and only the dead letters hold the message. */
    @ParameterizedTest
    @NullSource
    @EnumSource(Stage.class)
    void shouldKeepAsADeadLetterWhatOnlyALaterConnectionAcknowledges(@Nullable Stage stage) {
        var pendingAck = publish(stage).acknowledged(LATER_CONNECTION);

        assertThat(pendingAck == null || pendingAck.hasArrived()).isTrue();
        assertThat(letters)
                .singleElement()
                .satisfies(letter -> assertThat(letter.reason()).isEqualTo(DeadLetterReason.UNCONFIRMED));
        assertThat(pipeline.counters("everything").received()).isEqualTo(1);
        assertThat(pipeline.counters("everything").deadLettered()).isEqualTo(1);
        assertThat(pipeline.counters("everything").inFlight()).isZero();
    }

    /** An acknowledgement names nothing but the identifier. */
    @Test
    void shouldKeepAsDeadLettersTwoThatHaveTheSameIdentifier() {
        var first = publish(Stage.COMPLETED);
        var second = publish(Stage.COMPLETED);

        assertThat(first.rejectIfOvertaken(CONNECTION)).isTrue();
        second.markAmbiguous();
        var pendingAck = second.acknowledged(CONNECTION);

        assertThat(requireNonNull(pendingAck).hasArrived()).isTrue();
        assertThat(letters).hasSize(2).allMatch(letter -> letter.reason() == DeadLetterReason.UNCONFIRMED);
        assertThat(pipeline.counters("everything").inFlight()).isZero();
    }

    @Test
    void shouldNotBeOvertakenOnceItIsAccepted() {
        var publish = publish(Stage.COMPLETED);
        publish.acknowledged(CONNECTION);

        assertThat(publish.rejectIfOvertaken(CONNECTION)).isFalse();
        assertThat(letters).isEmpty();
    }

    @Test
    void shouldHoldALaterAcknowledgementOfWhatWasAcceptedOnItsOwnConnection() {
        var publish = publish(Stage.COMPLETED);
        var pendingAck = publish.acknowledged(CONNECTION);

        assertThat(publish.acknowledged(LATER_CONNECTION)).isSameAs(pendingAck);
        assertThat(letters).isEmpty();
        assertThat(pipeline.counters("everything").received()).isEqualTo(1);
    }

    @Test
    void shouldKeepWhatIsTooLargeAsADeadLetterWhenItIsAcknowledged() {
        var publish = tooLarge(Stage.COMPLETED);
        assertThat(letters).isEmpty();

        var pendingAck = publish.acknowledged(CONNECTION);

        assertThat(requireNonNull(pendingAck).hasArrived()).isTrue();
        assertThat(letters).singleElement().satisfies(letter -> {
            assertThat(letter.reason()).isEqualTo(DeadLetterReason.TOO_LARGE);
            assertThat(letter.payload().remaining()).isEqualTo(1_000);
        });
        assertThat(pipeline.counters("everything").deadLettered()).isEqualTo(1);
    }

    /** It is the broker's, and there may be many that large. */
    @Test
    void shouldLetGoOfALargePayloadWhenTheConnectionEnds() {
        var publish = tooLarge(null);
        publish.connectionEnded(LATER_CONNECTION);
        publish.connectionEnded(CONNECTION);

        publish.acknowledged(LATER_CONNECTION);

        assertThat(letters).singleElement().satisfies(letter -> {
            assertThat(letter.reason()).isEqualTo(DeadLetterReason.UNCONFIRMED);
            assertThat(letter.detail()).contains("larger than allowed").endsWith("; the payload is not kept");
            assertThat(letter.payload().remaining()).isZero();
        });
    }

    private UnacknowledgedPublish tooLarge(@Nullable Stage stage) {
        var message = new InboundMessage("t", new byte[0], "c", null, 2, false, false, Mqtt5Properties.NONE, 1);
        var payload = ByteBuffer.allocate(1_000).asReadOnlyBuffer();
        var rejected = new RejectedMessage(message, payload, DeadLetterReason.TOO_LARGE, "larger than allowed");
        return UnacknowledgedPublish.tooLarge(CONNECTION, () -> pipeline, pipeline.match("t"), rejected, stage);
    }

    private UnacknowledgedPublish publish(@Nullable Stage stage) {
        var message = new InboundMessage("t", new byte[3], "c", null, 2, false, false, Mqtt5Properties.NONE, 1);
        return UnacknowledgedPublish.of(CONNECTION, () -> pipeline, pipeline.match("t"), message, stage);
    }
}
