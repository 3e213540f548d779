// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.pipeline.TestMessages.messageOfLine;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.pipeline.account.PendingAck.Stage;
import io.github.hivemqtdengine.pipeline.account.RejectedMessage;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Durability;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import io.github.hivemqtdengine.pipeline.queue.LaneSettings;
import io.github.hivemqtdengine.pipeline.queue.LaneSettings.LaneKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Lanes of messages of Sparkplug edge nodes. */
class EdgeNodeLanesTest extends SpooledPipelines {

    private static final List<String> TYPES = List.of("NBIRTH/E", "NDATA/E", "DBIRTH/E/D", "DDATA/E/D", "NDEATH/E");

    private final EdgeNodeRoute route = new EdgeNodeRoute();

    @ParameterizedTest
    @CsvSource({
        "spBv1.0/G/NBIRTH/E, G/E",
        "spBv1.0/G/DDATA/E/D, G/E",
        "spBv1.0/G//E, G/E",
        "spBv1.0/G/DDATA/E/D/more, G/E",
        "spBv1.0///, /",
        "spBv1.0/STATE/host, spBv1.0/STATE/host",
        "STATE/host, STATE/host",
        "alone, alone"
    })
    void shouldFindTheEdgeNodeOfATopic(String topic, String key) {
        assertThat(LaneChoice.edgeNode(topic)).isEqualTo(key);
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepAnEdgeNodeInOrderWithEveryLaneKey(LaneKey key) {
        var group = key == LaneKey.NONE ? "line" : null;
        var pipeline = start(settings(new LaneSettings(4, key, 1, group), 20), route);

        for (int i = 0; i < 1_000; i++) {
            var topic = "spBv1.0/G/" + TYPES.get(i % TYPES.size());
            pipeline.accept(pipeline.match(topic), messageOfLine("line " + i % 3, topic, "" + i, 1_000_000L + i));
        }

        awaitCompleted(pipeline, "r");
        assertThat(database.values()).containsExactlyElementsOf(numbers(1_000));
    }

    @Test
    void shouldWaitUntilTheDiskTakesABirth() throws Exception {
        route.isDiskFull = true;
        var pipeline = start("layout", spooled(1, 1_000), route);
        var birth = publish(pipeline, "birth", Stage.COMPLETED);
        var data = publish(pipeline, "data", Stage.COMPLETED);
        await().until(() -> route.tries.get() > 2);
        assertThat(birth.hasArrived()).isFalse();
        assertThat(pipeline.counters("r").inFlight()).isEqualTo(2);

        route.isDiskFull = false;

        await().until(() -> birth.hasArrived() && data.hasArrived());
        assertThat(payloadsOf("a/x")).containsExactly("birth", "data");
        assertThat(letters).isEmpty();
    }

    @Test
    void shouldLeaveABirthToTheNextProcessIfTheDiskStaysFull() throws Exception {
        route.isDiskFull = true;
        var first = start("layout", spooled(1, 1_000), route);
        var birth = publish(first, "birth", Stage.COMPLETED);
        await().until(() -> route.tries.get() > 0);
        end(first);
        assertThat(birth.hasArrived()).isFalse();
        assertThat(letters).isEmpty();

        route.isDiskFull = false;
        var next = start("layout", spooled(1, 1_000), route);

        awaitCompleted(next, "r");
        assertThat(payloadsOf("a/x")).containsExactly("birth");
    }

    @Test
    void shouldReportMessagesThatAreLostBeforeTheyAreMapped() {
        route.isDiskFull = true;
        var few = IntakeSettings.of(Durability.MEMORY).withQueue(new QueueSettings(2, 1_000_000));
        var pipeline = start(new DeliverySettings(lanes(1), batch(10), few, QUICK, Duration.ofMillis(50)), route);
        publish(pipeline, "first", Stage.QUEUED);
        await().until(() -> route.tries.get() > 0);
        for (int i = 0; i < 5; i++) {
            publish(pipeline, "next", Stage.QUEUED);
        }
        var large = messageOfLine("line", "a/x", "large", 1_000_000L);
        pipeline.reject(pipeline.match("a/x"), RejectedMessage.of(large, DeadLetterReason.TOO_LARGE, "large"), null);

        assertThat(route.lostMessages)
                .extracting(message -> new String(message.payload(), StandardCharsets.UTF_8))
                .containsExactly("next", "next", "next", "large");
    }

    @Test
    void shouldMakeABirthInMemoryADeadLetterAtTheStopIfTheDiskStaysFull() {
        route.isDiskFull = true;
        var settings = new DeliverySettings(
                lanes(1), batch(10), IntakeSettings.of(Durability.MEMORY), QUICK, Duration.ofMillis(50));
        var pipeline = start(settings, route);
        publish(pipeline, "birth", Stage.QUEUED);
        await().until(() -> route.tries.get() > 0);

        pipeline.close();

        assertThat(letters)
                .singleElement()
                .satisfies(letter ->
                        assertThat(letter.message().payload()).asString().isEqualTo("birth"));
    }
}
