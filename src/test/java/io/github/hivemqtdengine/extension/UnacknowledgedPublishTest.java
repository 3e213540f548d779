package io.github.hivemqtdengine.extension;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.config.ConfigurationReader;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.DeadLetter;
import io.github.hivemqtdengine.pipeline.DeadLetter.Reason;
import io.github.hivemqtdengine.pipeline.DeliverySettings;
import io.github.hivemqtdengine.pipeline.Pipeline;
import io.github.hivemqtdengine.pipeline.Receipt.Stage;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;

class UnacknowledgedPublishTest {

    private final Object connection = new Object();
    private final Object laterConnection = new Object();
    private final List<DeadLetter> letters = new ArrayList<>();
    private Pipeline pipeline;

    @BeforeEach
    void routeEverything() throws Exception {
        var settings = new ConfigurationReader().read(Path.of("conf/config.xml"));
        pipeline = new Pipeline(
                RouteTable.of(settings.routes().stream().map(Route::of).toList()),
                List.of(new FussyDatabase("local")),
                DeliverySettings.DEFAULT,
                letters::add,
                PipelineMetrics.NONE);
    }

    @Test
    void shouldTakeInWhatIsAcknowledgedOnItsOwnConnection() {
        var receipt = publish(Stage.SETTLED).acknowledged(connection);

        assertThat(requireNonNull(receipt).hasArrived()).isFalse();
        assertThat(letters).isEmpty();
        assertThat(pipeline.figures("everything").inFlight()).isEqualTo(1);
    }

    /** Nobody knows whether the client may publish it, and nobody but the dead letters has it. */
    @ParameterizedTest
    @NullSource
    @EnumSource(Stage.class)
    void shouldKeepAsADeadLetterWhatOnlyALaterConnectionAcknowledges(@Nullable Stage stage) {
        var receipt = publish(stage).acknowledged(laterConnection);

        assertThat(receipt == null || receipt.hasArrived()).isTrue();
        assertThat(letters)
                .singleElement()
                .satisfies(letter -> assertThat(letter.reason()).isEqualTo(Reason.UNCONFIRMED));
        assertThat(pipeline.figures("everything").received()).isEqualTo(1);
        assertThat(pipeline.figures("everything").deadLettered()).isEqualTo(1);
        assertThat(pipeline.figures("everything").inFlight()).isZero();
    }

    @Test
    void shouldHoldALaterAcknowledgementOfWhatWasAcceptedOnItsOwnConnection() {
        var publish = publish(Stage.SETTLED);
        var receipt = publish.acknowledged(connection);

        assertThat(publish.acknowledged(laterConnection)).isSameAs(receipt);
        assertThat(letters).isEmpty();
        assertThat(pipeline.figures("everything").received()).isEqualTo(1);
    }

    private UnacknowledgedPublish publish(@Nullable Stage stage) {
        var message = new InboundMessage("t", new byte[3], "c", null, 2, false, false, Mqtt5Properties.NONE, 1);
        return new UnacknowledgedPublish(connection, pipeline, pipeline.match("t"), message, stage);
    }
}
