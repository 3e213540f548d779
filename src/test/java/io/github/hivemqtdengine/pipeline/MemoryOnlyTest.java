// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.pipeline.account.PendingAck.Stage;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.Status;
import io.github.hivemqtdengine.pipeline.queue.MessageLogs;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.spool.log.SpoolSettings;
import io.github.hivemqtdengine.testkit.CapturedLog;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages that the spool can't take although their lane keeps up. */
class MemoryOnlyTest extends SpooledPipelines {

    /** More free space than any disk has. */
    private static final SpoolSettings DISK_SHORT = new SpoolSettings(1L << 30, Long.MAX_VALUE, 8_192);

    @RegisterExtension
    final CapturedLog lines = new CapturedLog();

    private CountDownLatch gate = new CountDownLatch(0);
    private final Route route = TestRoute.arrivalRoute("a");

    @ParameterizedTest
    @EnumSource(Stage.class)
    void shouldStoreWhatADiskThatIsShortDoesNotTake(Stage stage) throws Exception {
        var pipeline = pipeline(settings(1_000), letters::add, open(folder.resolve("spool"), "l", DISK_SHORT), route);
        pipeline.start();

        var acks = publish(pipeline, 0, 500, stage);

        await().untilAsserted(() -> assertThat(acks).allMatch(PendingAck::hasArrived));
        awaitCompleted(pipeline, "a");
        assertThat(payloadsOf("a/x")).isEqualTo(numbers(500));
        assertThat(lines.lines())
                .filteredOn(line -> line.startsWith("WARN"))
                .singleElement()
                .asString()
                .contains("memory only", "min-free-bytes");
    }

    @ParameterizedTest
    @EnumSource(Stage.class)
    void shouldRefuseWhatNeitherTheDiskNorTheMemoryTakes(Stage stage) throws Exception {
        var logs = logs();
        logs.answer = Status.DISK_SHORT;
        gate = database.shutGate();
        var pipeline = start(logs, settings(10));
        publish(pipeline, 0, 1, stage);
        awaitGate(); // from now on the lane takes nothing out of the memory
        publish(pipeline, 1, 100, stage); // ten of them in memory

        var refused = publish(pipeline, 100, 110, stage);

        assertThat(refused).allMatch(PendingAck::isRefused);
        assertThat(pipeline.counters("a").get(DropReason.OVERFLOW)).isBetween(50L, 100L);
        assertThat(lines.lines())
                .anyMatch(line -> line.contains("min-free-bytes") && line.contains("rejected so far"))
                .noneMatch(line -> line.contains("Queue of database"));
        gate.countDown();
        awaitCompleted(pipeline, "a");
    }

    @Test
    void shouldAcknowledgeAndDropWhereTheConfiguredSizeIsUsedUp() throws Exception {
        var logs = logs();
        logs.answer = Status.NO_ROOM;
        gate = database.shutGate();
        var pipeline = start(logs, settings(10));
        publish(pipeline, 0, 1, Stage.QUEUED);
        awaitGate();
        publish(pipeline, 1, 100, Stage.QUEUED);

        assertThat(publish(pipeline, 100, 110, Stage.QUEUED)).allMatch(PendingAck::hasArrived);
        assertThat(lines.lines()).anyMatch(line -> line.contains("Queue of database \"db\" is full"));
        gate.countDown();
        awaitCompleted(pipeline, "a");
    }

    /** The replayed source is deleted as soon as the message is accepted. */
    @Test
    void shouldAcceptAgainOnlyWhatTheSpoolTakes() throws Exception {
        var logs = logs();
        logs.answer = Status.DISK_SHORT;
        var pipeline = start(logs, settings(1_000));
        var replay = replay(pipeline);
        var taken = CompletableFuture.supplyAsync(() -> replay.accept("a", message("a/x", "0")));

        await().until(() -> lines.lines().stream().anyMatch(line -> line.contains("Replay of a message with topic")));
        assertThat(database.stored).isEmpty();
        logs.answer = Status.ACCEPTED;

        assertThat(taken.join()).isTrue();
        awaitCompleted(pipeline, "a");
        assertThat(payloadsOf("a/x")).containsExactly("0");
        replay.sync();
        replay.sync();
        assertThat(logs.syncs).hasValue(1);
    }

    private void awaitGate() {
        await().until(() -> database.waitingAtGate.get() > 0);
    }

    @AfterEach
    void openGate() {
        gate.countDown();
    }

    private RefusingLogs logs() throws IOException {
        return new RefusingLogs(open(folder.resolve("spool"), "layout"));
    }

    private Pipeline start(MessageLogs logs, DeliverySettings settings) {
        var pipeline = pipeline(settings, letters::add, logs, route);
        pipeline.start();
        return pipeline;
    }

    private static List<PendingAck> publish(Pipeline pipeline, int from, int to, Stage stage) {
        return IntStream.range(from, to)
                .mapToObj(number -> {
                    var pendingAck = new PendingAck(stage);
                    var message = message("a/x", Integer.toString(number), 1_000_000L + number);
                    pipeline.accept(pipeline.match("a/x"), message, pendingAck);
                    return pendingAck;
                })
                .toList();
    }

    private static DeliverySettings settings(int inMemory) {
        return spooled(1, inMemory);
    }
}
