// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static io.github.hivemqtdengine.pipeline.TestMessages.messageOfLine;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.pipeline.account.DeadLetter;
import io.github.hivemqtdengine.pipeline.account.DeadLetters;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import io.github.hivemqtdengine.pipeline.queue.LaneSettings;
import io.github.hivemqtdengine.pipeline.queue.LaneSettings.LaneKey;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.spool.Spool;
import io.github.hivemqtdengine.testkit.FolderCopy;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Pipelines whose messages wait in a spool, one after the other on the same files. */
class SpooledPipelineTest extends SpooledPipelines {

    private final Route route = TestRoute.arrivalRoute("a");

    @Test
    void shouldStoreAfterARestartWhatWasNotStoredBefore() throws Exception {
        database.fail(FailureKind.TRANSIENT, rows -> true);
        var first = start("4 lanes", spooled(4, 1_000), route);
        publish(first, "a/x", 500);
        publish(first, "a/y", 500);
        end(first);
        assertThat(letters).isEmpty();
        assertThat(Spool.mayHoldMessages(folder.resolve("spool"))).isTrue();

        database.recover();
        var next = start("4 lanes", spooled(4, 1_000), route);
        publish(next, "a/x", 1);

        awaitCompleted(next, "a");
        assertThat(next.counters("a").received()).isEqualTo(1_001);
        assertThat(next.counters("a").stored()).isEqualTo(1_001);
        assertThat(payloadsOf("a/y")).isEqualTo(numbers(500));
        assertThat(payloadsOf("a/x").subList(0, 500)).isEqualTo(numbers(500));
    }

    /** The broker continues to acknowledge during a stop. */
    @Test
    void shouldStoreAfterARestartWhatCameDuringTheStop() throws Exception {
        var gate = database.shutGate();
        var first = start("layout", spooled(1, 1_000), route);
        publish(first, "a/x", 100);
        var stopping = CompletableFuture.runAsync(first::close);
        for (int i = 100; i < 200; i++) {
            first.accept(List.of(route), message("a/x", Integer.toString(i), 1_000_000L + i));
        }
        gate.countDown();
        stopping.join();
        spools.get(0).close();
        assertThat(first.counters("a").get(DropReason.STOPPED)).isZero();

        var next = start("layout", spooled(1, 1_000), route);

        awaitCompleted(next, "a");
        assertThat(payloadsOf("a/x")).isEqualTo(numbers(200));
    }

    @Test
    void shouldStoreNothingTwiceAfterAStopThatStoredEverything() throws Exception {
        var first = start("layout", spooled(2, 1_000), route);
        publish(first, "a/x", 500);
        awaitCompleted(first, "a");
        end(first);
        assertThat(database.stored).hasSize(500);

        var next = start("layout", spooled(2, 1_000), route);
        awaitCompleted(next, "a");

        assertThat(next.counters("a").received()).isZero();
        assertThat(database.stored).hasSize(500);
    }

    /** A copy of the files is what a process leaves that is killed. */
    @Test
    void shouldStoreAfterACrashWhatWasAccepted() throws Exception {
        var gate = database.shutGate();
        var killed = start("layout", spooled(2, 100), route);
        publish(killed, "a/x", 1_000);
        var copy = copyOf(folder.resolve("spool"));
        gate.countDown();
        awaitCompleted(killed, "a");
        database.stored.clear();

        var next = startIn(copy, "layout", spooled(2, 100), route);

        awaitCompleted(next, "a");
        assertThat(payloadsOf("a/x")).isEqualTo(numbers(1_000));
    }

    @Test
    void shouldLeaveNothingOnDiskOfWhatIsStored() throws Exception {
        var pipeline = start("layout", spooled(1, 1_000), route);
        publish(pipeline, "a/x", 5_000);
        awaitCompleted(pipeline, "a");
        end(pipeline);

        assertThat(Spool.mayHoldMessages(folder.resolve("spool"))).isFalse();
    }

    @Test
    void shouldKeepTheOrderOfTopicsInOtherLanes() throws Exception {
        database.fail(FailureKind.TRANSIENT, rows -> true);
        var first = start("5 lanes", spooled(5, 10), route);
        for (int i = 0; i < 100; i++) {
            for (int topic = 0; topic < 20; topic++) {
                first.accept(List.of(route), message("a/" + topic, Integer.toString(i), 1_000L + i * 20L + topic));
            }
        }
        end(first);

        database.recover();
        var next = start("3 lanes", spooled(3, 10), route);

        awaitCompleted(next, "a");
        for (int topic = 0; topic < 20; topic++) {
            assertThat(payloadsOf("a/" + topic)).isEqualTo(numbers(100));
        }
        end(next);
        assertThat(start("3 lanes", spooled(3, 10), route).counters("a").received())
                .isZero();
    }

    @Test
    void shouldSayInTheDeadLettersWhatHasNoRouteAnyMore() throws Exception {
        database.fail(FailureKind.TRANSIENT, rows -> true);
        var first = start("a", spooled(2, 10), route);
        publish(first, "a/x", 30);
        end(first);

        database.recover();
        var next = start("b", spooled(2, 10), TestRoute.arrivalRoute("b"));

        awaitCompleted(next, "a");
        assertThat(letters).hasSize(30).allMatch(letter -> letter.reason() == DeadLetterReason.NO_ROUTE);
        assertThat(next.counters("a").deadLettered()).isEqualTo(30);
    }

    /** The messages of a removed route wait in the lanes of now, so each process continues where the last one ended. */
    @Test
    void shouldWriteEachDeadLetterOnceAlthoughTheDiskTakesSomeOfThemOnly() throws Exception {
        database.fail(FailureKind.TRANSIENT, rows -> true);
        var first = start("a", spooled(2, 10), route);
        for (int i = 0; i < 30; i++) {
            publish(first, "a/" + i, 1);
        }
        end(first);
        var disk = new SmallDisk();
        for (int room : new int[] {0, 10, 10}) {
            disk.room.set(room);
            var next = startOn(disk);
            await().until(() -> disk.isFull);
            end(next);
        }

        disk.room.set(30);
        awaitCompleted(startOn(disk), "a");

        assertThat(letters)
                .allMatch(letter -> letter.reason() == DeadLetterReason.NO_ROUTE)
                .extracting(letter -> letter.message().topic())
                .doesNotHaveDuplicates()
                .hasSize(30);
    }

    private Pipeline startOn(SmallDisk disk) throws IOException {
        disk.isFull = false;
        var started = pipeline(spooled(2, 10), disk, open(folder.resolve("spool"), "b"), TestRoute.arrivalRoute("b"));
        started.start();
        return started;
    }

    /** Keeps a number of letters and fails then. */
    private final class SmallDisk implements DeadLetters {

        final AtomicInteger room = new AtomicInteger();
        volatile boolean isFull;

        @Override
        public boolean keep(DeadLetter letter) throws IOException {
            if (room.getAndDecrement() <= 0) {
                isFull = true;
                throw new IOException("No space left on device");
            }
            return letters.add(letter);
        }

        @Override
        public boolean sync() {
            return true;
        }
    }

    /** In milliseconds the keys run ahead of the clock; none of them may be given again. */
    @Test
    void shouldGiveNoKeyAgainAfterARestart() throws Exception {
        database.precision = Precision.MILLISECONDS;
        var first = start("layout", spooled(1, 1_000), route);
        publish(first, "a/x", 3_000); // within three milliseconds
        awaitCompleted(first, "a");
        database.fail(FailureKind.TRANSIENT, rows -> true);
        publish(first, "a/x", 3_000);
        end(first);

        database.recover();
        var next = start("layout", spooled(1, 1_000), route);
        awaitCompleted(next, "a");

        assertThat(next.counters("a").received()).isEqualTo(3_000);
        assertThat(next.counters("a").stored()).isEqualTo(3_000);
        assertThat(letters).isEmpty();
        assertThat(database.stored).hasSize(6_000);
        assertThat(database.stored.stream().map(Row::timestamp).distinct()).hasSize(6_000);
    }

    /** The one is stored with the tick that is its own, the other one of the same millisecond still waits. */
    @Test
    void shouldNotReplaceARowOfBeforeARestart() throws Exception {
        database.precision = Precision.MILLISECONDS;
        var first = start("layout", spooled(1, 1_000), route);
        first.accept(List.of(route), message("a/x", "stored", 7_000_100L));
        awaitCompleted(first, "a");
        database.fail(FailureKind.TRANSIENT, rows -> true);
        first.accept(List.of(route), message("a/x", "waits", 7_000_200L));
        end(first);

        database.recover();
        awaitCompleted(start("layout", spooled(1, 1_000), route), "a");

        assertThat(database.keys()).hasSize(2);
    }

    @Test
    void shouldGoOnWithTimesOfArrivalBehindThoseOfBefore() throws Exception {
        var first = start("layout", spooled(2, 1_000), route);
        first.accept(List.of(route), message("a/x", "1", 5_000_000L));
        awaitCompleted(first, "a");
        end(first);

        var next = pipeline(spooled(2, 1_000), letters::add, open(folder.resolve("spool"), "layout"), route);

        assertThat(next.start()).isEqualTo(5_000_000L);
    }

    /** A message replayed before the restart keeps this state after the restart. */
    @Test
    void shouldKeepTheTimeOfAReplayedMessageOverARestart() throws Exception {
        database.precision = Precision.MILLISECONDS;
        var first = start("layout", spooled(2, 1_000), route);
        first.accept(List.of(route), message("a/x", "live", 7_000_000L));
        awaitCompleted(first, "a");
        database.fail(FailureKind.TRANSIENT, rows -> true);
        for (long arrival : List.of(3_000_000L, 9_000_000L)) {
            assertThat(replay(first).accept("a", message("a/x", "old", arrival)))
                    .isTrue();
        }
        end(first);

        database.recover();
        var next = pipeline(spooled(3, 1_000), letters::add, open(folder.resolve("spool"), "3 lanes"), route);
        assertThat(next.start()).isEqualTo(7_000_000L);
        awaitCompleted(next, "a");

        assertThat(database.stored)
                .extracting(row -> row.timestamp() / 1_000)
                .containsExactlyInAnyOrder(7_000_000L, 3_000_000L, 9_000_000L);
        assertThat(next.counters("a").received()).isEqualTo(2);
        end(next);
        var last = pipeline(spooled(3, 1_000), letters::add, open(folder.resolve("spool"), "3 lanes"), route);
        assertThat(last.start()).isEqualTo(7_000_000L);
    }

    /** Old and new messages of a group are in the same lane. */
    @Test
    void shouldKeepTheOrderOfGroupsOverARestart() throws Exception {
        var settings = withGroups();
        database.fail(FailureKind.TRANSIENT, rows -> true);
        var first = start("groups", settings, route);
        publishGroups(first, 0, 50);
        end(first);

        var gate = database.shutGate();
        database.recover();
        var next = start("groups", settings, route);
        publishGroups(next, 50, 100);
        gate.countDown();

        awaitCompleted(next, "a");
        for (int group = 0; group < 10; group++) {
            assertThat(payloadsOf("a/" + group)).isEqualTo(numbers(100));
        }
    }

    private void publishGroups(Pipeline pipeline, int from, int to) {
        for (int i = from; i < to; i++) {
            for (int group = 0; group < 10; group++) {
                var line = Integer.toString(group);
                long arrival = 1_000L + i * 10L + group;
                pipeline.accept(List.of(route), messageOfLine(line, "a/" + group, Integer.toString(i), arrival));
            }
        }
    }

    private static DeliverySettings withGroups() {
        return new DeliverySettings(
                new LaneSettings(4, LaneKey.NONE, 3, "line"),
                batch(7),
                IntakeSettings.DEFAULT.withQueue(new QueueSettings(20, 1_000_000)),
                QUICK,
                Duration.ofMillis(50));
    }

    private Path copyOf(Path tree) throws IOException {
        var copy = folder.resolve("copy");
        FolderCopy.copy(tree, copy);
        return copy;
    }
}
