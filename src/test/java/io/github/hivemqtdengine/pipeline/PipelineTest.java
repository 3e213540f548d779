// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.metrics.AccountCounter;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.pipeline.account.DeadLetter;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.pipeline.delivery.RetrySettings;
import io.github.hivemqtdengine.pipeline.delivery.WritePace;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import io.github.hivemqtdengine.route.table.TimestampSettings.EqualTimestamps;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PipelineTest extends RunningPipelines {

    @Test
    void shouldStoreMessagesOfOneTopicInOrder() {
        var pipeline = start(settings(4, 100), TestRoute.arrivalRoute("a"));

        publish(pipeline, "a/x", 1_000);

        awaitCompleted(pipeline, "a");
        assertThat(database.values()).containsExactlyElementsOf(numbers(1_000));
        assertThat(pipeline.counters("a").stored()).isEqualTo(1_000);
        assertThat(database.writes).as("batches").hasSizeLessThan(1_000);
    }

    @Test
    void shouldKeepBatchesWithinTheirRows() {
        var pipeline = start(settings(1, 10), TestRoute.arrivalRoute("a"));

        publish(pipeline, "a/x", 95);

        awaitCompleted(pipeline, "a");
        assertThat(database.stored).hasSize(95);
        assertThat(database.writes).allSatisfy(rows -> assertThat(rows).hasSizeLessThanOrEqualTo(10));
    }

    @Test
    void shouldDoNothingWithMessagesThatNoRouteWants() {
        var pipeline = start(settings(1, 10), TestRoute.arrivalRoute("a"));

        assertThat(pipeline.match("b/x")).isEmpty();
    }

    @Test
    void shouldStoreAMessageOncePerMatchingRoute() {
        var pipeline = start(settings(2, 10), TestRoute.arrivalRoute("a"), routeOver("b", "a/#"));

        publish(pipeline, "a/x", 7);

        awaitCompleted(pipeline, "a");
        awaitCompleted(pipeline, "b");
        assertThat(database.keys()).hasSize(14);
        assertThat(pipeline.counters("b").stored()).isEqualTo(7);
    }

    @ParameterizedTest
    @EnumSource(
            value = FailureKind.class,
            names = {"TRANSIENT", "CONGESTED", "FATAL", "SCHEMA", "UNKNOWN"})
    void shouldWriteTheIdenticalBatchAgainAfterAFailureThatPasses(FailureKind kind) {
        var pipeline = start(settings(1, 100), TestRoute.arrivalRoute("a"));
        database.fail(kind, rows -> database.writes.size() < 2);

        publish(pipeline, "a/x", 1);

        awaitCompleted(pipeline, "a");
        assertThat(database.values()).containsExactly("0");
        assertThat(database.writes.get(1)).isEqualTo(database.writes.get(0));
        assertThat(pipeline.counters("a").get(AccountCounter.RETRIED)).isEqualTo(1);
        assertThat(letters).isEmpty();
    }

    @Test
    void shouldWaitForADatabaseThatIsDownAtStart() {
        database.connectFailure = FailureKind.TRANSIENT;
        var pipeline = start(settings(2, 100), TestRoute.arrivalRoute("a"));
        publish(pipeline, "a/x", 50);
        await().until(() -> database.connects.get() > 5);
        assertThat(pipeline.counters("a").inFlight()).isEqualTo(50);

        database.recover();

        awaitCompleted(pipeline, "a");
        assertThat(database.stored).hasSize(50);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 50, 98, 99})
    void shouldFindTheGuiltyMessageAndStoreItsNeighbours(int guilty) {
        var pipeline = start(settings(1, 100), TestRoute.arrivalRoute("a"));
        database.fail(FailureKind.REJECTED, rows -> holds(rows, Integer.toString(guilty)));

        publish(pipeline, "a/x", 100);

        awaitCompleted(pipeline, "a");
        assertThat(database.values()).hasSize(99).doesNotContain(Integer.toString(guilty));
        assertThat(letters).singleElement().satisfies(letter -> {
            assertThat(letter.reason()).isEqualTo(DeadLetterReason.REJECTED);
            assertThat(letter.message().payload()).asString().isEqualTo(Integer.toString(guilty));
            assertThat(letter.detail()).isEqualTo("scripted failure");
        });
    }

    @Test
    void shouldBisectInsteadOfWritingOneByOne() {
        var gate = database.shutGate();
        var pipeline = start(settings(1, 1_024), TestRoute.arrivalRoute("a"));
        publish(pipeline, "a/x", 1); // holds the lane while the others gather
        await().until(() -> database.waitingAtGate.get() == 1);
        database.fail(FailureKind.REJECTED, rows -> holds(rows, "17"));
        publish(pipeline, "a/x", 1_024);

        gate.countDown();

        awaitCompleted(pipeline, "a");
        assertThat(letters).hasSize(1);
        assertThat(database.writes).hasSizeLessThan(2 * 11 + 5);
    }

    @Test
    void shouldWriteTheOthersAtOnceWhereTheWriterNamesTheGuilty() {
        var gate = database.shutGate();
        var pipeline = start(settings(1, 1_000), TestRoute.arrivalRoute("a"));
        publish(pipeline, "a/x", "first"); // holds the lane while the others gather
        await().until(() -> database.waitingAtGate.get() == 1);
        database.refuse(row -> String.valueOf(row.column(0)).endsWith("7"));
        publish(pipeline, "a/x", 1_000);

        gate.countDown();

        awaitCompleted(pipeline, "a");
        assertThat(database.stored).hasSize(1 + 900);
        assertThat(database.writes).as("the first, all, the others").hasSize(3);
        assertThat(letters)
                .hasSize(100)
                .allSatisfy(letter -> assertThat(letter.detail())
                        .isEqualTo("refused " + new String(letter.message().payload(), UTF_8)));
    }

    @Test
    void shouldNotHoldItAgainstMessagesThatTheDatabaseCannotBeOpenedAgain() {
        var pipeline = start(settings(1, 100), TestRoute.arrivalRoute("a"));
        database.fail(rows -> {
            database.connectFailure = FailureKind.SCHEMA; // as after an operator has dropped the database
            return FailureKind.SCHEMA;
        });
        publish(pipeline, "a/x", 10);
        await().until(() -> database.connects.get() > 50);

        database.recover();

        awaitCompleted(pipeline, "a");
        assertThat(database.values()).containsExactlyElementsOf(numbers(10));
        assertThat(letters).isEmpty();
    }

    @Test
    void shouldKeepRowsApartThatMeetInADatabaseMadeAgainWithAnotherPrecision() {
        var pipeline = start(settings(1, 100), TestRoute.arrivalRoute("a"));
        database.fail(rows -> {
            database.precision = Precision.MILLISECONDS;
            return database.writes.size() == 1 ? FailureKind.SCHEMA : null;
        });

        publish(pipeline, "a/x", 10); // a microsecond apart

        awaitCompleted(pipeline, "a");
        assertThat(database.values()).containsExactlyElementsOf(numbers(10));
        assertThat(database.keys()).hasSize(10);
    }

    /** Remembered ticks are counted in the previous precision. */
    @Test
    void shouldNotMoveRowsFarWhereADatabaseIsMadeAgainWithAnotherPrecision() {
        var pipeline = start(
                settings(1, 10_000, new QueueSettings(1_000_000, 1L << 30)),
                TestRoute.arrivalRoute("a"),
                routeOver("b", "b/#"));
        publish(pipeline, "a/x", 150_000); // more than it remembers
        awaitCompleted(pipeline, "a");
        database.precision = Precision.MILLISECONDS;
        database.stored.clear();

        publish(pipeline, "a/x", 10);

        awaitCompleted(pipeline, "a");
        assertThat(database.stored)
                .hasSize(10)
                .allSatisfy(row -> assertThat(row.timestamp()).isBetween(1_000_000_000L, 1_020_000_000L));
        assertThat(database.keys()).hasSize(10);
    }

    @Test
    void shouldTakeACorrectedMessageForOneThatTheDatabaseRefused() {
        var pipeline = start(settings(1, 1), TestRoute.payloadTimeRoute("a", EqualTimestamps.REJECT, 1_000_000));
        database.fail(FailureKind.REJECTED, rows -> holds(rows, "wrong"));

        publish(pipeline, "a/x", "wrong", "right", "late");

        awaitCompleted(pipeline, "a");
        assertThat(database.values()).containsExactly("right");
        assertThat(letters)
                .extracting(DeadLetter::reason)
                .containsExactly(DeadLetterReason.REJECTED, DeadLetterReason.EQUAL_TIMESTAMP);
    }

    @ParameterizedTest
    @EnumSource(
            value = FailureKind.class,
            names = {"TOO_LARGE", "SCHEMA", "UNKNOWN"})
    void shouldNotRetryForEverWhatDoesNotPass(FailureKind kind) {
        var pipeline = start(settings(1, 100), TestRoute.arrivalRoute("a"));
        database.fail(kind, rows -> holds(rows, "3"));

        publish(pipeline, "a/x", 10);

        awaitCompleted(pipeline, "a");
        assertThat(database.stored).hasSize(9);
        assertThat(letters).hasSize(1);
    }

    @Test
    void shouldKeepMessagesThatCannotBeMapped() {
        var pipeline = start(settings(1, 100), TestRoute.arrivalRoute("a"));

        publish(pipeline, "a/x", "good", "bad", "drop", "defect", "good");

        awaitCompleted(pipeline, "a");
        assertThat(database.values()).containsExactly("good", "good");
        assertThat(letters)
                .extracting(DeadLetter::reason)
                .containsExactly(DeadLetterReason.DECODE, DeadLetterReason.DEFECT);
        assertThat(pipeline.counters("a").get(DropReason.MAPPING)).isEqualTo(1);
        assertThat(pipeline.counters("a").difference()).isZero();
    }

    @Test
    void shouldCountWhatOverflows() {
        var gate = database.shutGate();
        var pipeline = start(settings(1, 1, new QueueSettings(10, 1_000_000)), TestRoute.arrivalRoute("a"));

        publish(pipeline, "a/x", 100);
        var counters = pipeline.counters("a");
        assertThat(counters.get(DropReason.OVERFLOW)).isBetween(88L, 90L);

        gate.countDown();
        awaitCompleted(pipeline, "a");
        assertThat(counters.stored() + counters.dropped()).isEqualTo(100);
    }

    @Test
    void shouldDropWhatTheDeadLettersCannotKeep() {
        var pipeline = start(settings(1, 10), letter -> false, TestRoute.arrivalRoute("a"));

        publish(pipeline, "a/x", "bad");

        awaitCompleted(pipeline, "a");
        assertThat(pipeline.counters("a").get(DropReason.DEAD_LETTERS_FULL)).isEqualTo(1);
    }

    @Test
    void shouldMakeAThousandMessagesOfOneMillisecondAThousandRows() {
        var pipeline = start(
                settings(4, 64), TestRoute.payloadTimeRoute("a", EqualTimestamps.BUMP, 1_700_000_000_000_000_000L));

        publish(pipeline, "a/x", 1_000);

        awaitCompleted(pipeline, "a");
        assertThat(database.stored)
                .extracting(Row::timestamp)
                .doesNotHaveDuplicates()
                .hasSize(1_000);
        assertThat(database.values()).containsExactlyElementsOf(numbers(1_000));
        assertThat(pipeline.counters("a").get(AccountCounter.BUMPED_ROWS)).isEqualTo(999);
    }

    @Test
    void shouldCountOverwrittenRows() {
        var pipeline = start(settings(1, 64), TestRoute.payloadTimeRoute("a", EqualTimestamps.OVERWRITE, 1_000_000));

        publish(pipeline, "a/x", 10);

        awaitCompleted(pipeline, "a");
        assertThat(pipeline.counters("a").get(AccountCounter.OVERWRITTEN_ROWS)).isEqualTo(9);
    }

    @Test
    void shouldRejectEqualTimestampsWhereTheRouteSaysSo() {
        var pipeline = start(settings(1, 64), TestRoute.payloadTimeRoute("a", EqualTimestamps.REJECT, 1_000_000));

        publish(pipeline, "a/x", 10);

        awaitCompleted(pipeline, "a");
        assertThat(database.values()).containsExactly("0");
        assertThat(letters).hasSize(9).allMatch(letter -> letter.reason() == DeadLetterReason.EQUAL_TIMESTAMP);
    }

    @Test
    void shouldTryAFailureOfUnknownCauseOnlyOnceInEachHalf() {
        var gate = database.shutGate();
        var pipeline = start(settings(1, 1_024), TestRoute.arrivalRoute("a"));
        publish(pipeline, "a/x", 1);
        await().until(() -> database.waitingAtGate.get() == 1);
        database.fail(FailureKind.UNKNOWN, rows -> holds(rows, "17"));
        publish(pipeline, "a/x", 1_024);

        gate.countDown();

        awaitCompleted(pipeline, "a");
        assertThat(letters).hasSize(1);
        assertThat(database.writes).hasSizeLessThan(2 * 11 + 3 + 5);
    }

    @Test
    void shouldNotEmptyTheQueueForADatabaseThatRefusesEverythingForNoKnownReason() {
        database.fail(FailureKind.UNKNOWN, rows -> true);
        var slow = new RetrySettings(Duration.ofMillis(1), Duration.ofHours(1), Duration.ofHours(1));
        var pipeline = start(settings(lanes(1), 1_000, slow, Duration.ofMillis(1)), TestRoute.arrivalRoute("a"));

        publish(pipeline, "a/x", 500);

        await().until(() -> letters.size() >= 3);
        pipeline.close();
        assertThat(letters)
                .filteredOn(letter -> letter.reason() == DeadLetterReason.REJECTED)
                .hasSizeLessThan(20);
        assertThat(letters).hasSize(500);
    }

    @Test
    void shouldNotTakeAnOutageForDoubtsAboutTheBatch() {
        var pipeline = start(settings(1, 100), TestRoute.arrivalRoute("a"));
        database.fail(rows -> {
            int write = database.writes.size();
            return write < 10 ? FailureKind.TRANSIENT : write < 12 ? FailureKind.UNKNOWN : null;
        });

        publish(pipeline, "a/x", 1);

        awaitCompleted(pipeline, "a");
        assertThat(letters).isEmpty();
        assertThat(database.values()).containsExactly("0");
    }

    @Test
    void shouldContinueWithHalvesWhereALargeBatchFailsAgainAndAgain() {
        var gate = database.shutGate();
        var pipeline = start(settings(1, 1_000), TestRoute.arrivalRoute("a"));
        publish(pipeline, "a/x", "first");
        await().until(() -> database.waitingAtGate.get() == 1);
        database.fail(FailureKind.TRANSIENT, rows -> rows.size() > 300);
        publish(pipeline, "a/x", 1_000);

        gate.countDown();

        awaitCompleted(pipeline, "a");
        assertThat(database.values().subList(1, 1_001)).containsExactlyElementsOf(numbers(1_000));
        assertThat(letters).isEmpty();
        assertThat(database.writes.stream().skip(1).map(List::size))
                .as("rows of the writes")
                .containsExactly(1_000, 1_000, 1_000, 500, 250, 250, 500, 250, 250);
        assertThat(pipeline.counters("a").get(AccountCounter.RETRIED))
                .as("messages in writes that were tried again, whole or in halves")
                .isEqualTo(3 * 1_000 + 2 * 500);
    }

    @Test
    void shouldContinueWithHalvesWhereABatchOfFewLargeMessagesFailsAgainAndAgain() {
        var gate = database.shutGate();
        var pipeline = start(settings(1, 1_000), TestRoute.arrivalRoute("a"));
        publish(pipeline, "a/x", "first");
        await().until(() -> database.waitingAtGate.get() == 1);
        database.fail(FailureKind.TRANSIENT, rows -> rows.size() > 2);
        publish(
                pipeline,
                "a/x",
                IntStream.range(0, 4)
                        .mapToObj(number -> number + " ".repeat(20_000))
                        .toArray(String[]::new));

        gate.countDown();

        awaitCompleted(pipeline, "a");
        assertThat(database.writes.stream().skip(1).map(List::size))
                .as("rows of the writes")
                .containsExactly(4, 4, 4, 2, 2);
        assertThat(letters).isEmpty();
    }

    @Test
    void shouldNotMakeABatchSmallForADatabaseThatIsAway() {
        var gate = database.shutGate();
        var pipeline = start(settings(1, 1_000), TestRoute.arrivalRoute("a"));
        publish(pipeline, "a/x", "first");
        await().until(() -> database.waitingAtGate.get() == 1);
        database.fail(FailureKind.TRANSIENT, rows -> rows.size() > 1);
        publish(pipeline, "a/x", 999);

        gate.countDown();
        await().until(() -> database.writes.size() > 30);
        database.recover();

        awaitCompleted(pipeline, "a");
        assertThat(database.values()).endsWith(numbers(999).toArray());
        assertThat(database.writes.stream().skip(1).map(List::size)).allMatch(rows -> rows > WritePace.SMALLEST / 2);
        assertThat(letters).isEmpty();
    }

    @Test
    void shouldStoreEverythingWithFewerWritesAtOnceWhileTheDatabaseIsOverloaded() {
        var least = new AtomicLong(4);
        database.fail(rows -> {
            least.accumulateAndGet(gauge("writes-allowed"), Math::min);
            return database.writes.size() <= 20 ? FailureKind.CONGESTED : null;
        });
        var pipeline = start(settings(4, 10), TestRoute.arrivalRoute("a"));
        assertThat(gauge("writes-allowed")).isEqualTo(4);

        for (int topic = 0; topic < 20; topic++) {
            publish(pipeline, "a/" + topic, 100);
        }

        awaitCompleted(pipeline, "a");
        assertThat(database.keys()).hasSize(2_000);
        assertThat(letters).isEmpty();
        assertThat(least).as("fewest writes at once").hasValue(2);
        assertThat(gauge("writes-allowed")).as("after many writes that succeed").isEqualTo(4);
    }

    @Test
    void shouldShowThatTheDatabaseNeedsAnOperatorUntilItAcceptsRows() {
        var pipeline = start(settings(1, 10), TestRoute.arrivalRoute("a"));

        database.connectFailure = FailureKind.FATAL;
        publish(pipeline, "a/x", 1);
        await("a failure that only an operator can end").until(() -> gauge("needs-operator") == 1);
        assertThat(gauge("up")).isZero();

        database.recover();
        awaitCompleted(pipeline, "a");
        await("the end of the outage").until(() -> gauge("needs-operator") == 0 && gauge("up") == 1);
    }

    @Test
    void shouldShowWhetherTheDatabaseIsUpAndHowManyLanesWaitForIt() {
        var pipeline = start(settings(2, 10), TestRoute.arrivalRoute("a"));
        assertThat(gauge("up")).isOne();
        assertThat(gauge("waiting-lanes")).isZero();
        assertThat(gauge("oldest-age-ms")).isZero();

        database.connectFailure = FailureKind.TRANSIENT;
        publish(pipeline, "a/x", 1);
        await("a lane that waits").until(() -> gauge("waiting-lanes") == 1 && gauge("up") == 0);
        assertThat(gauge("needs-operator")).isZero();
        assertThat(gauge("oldest-age-ms")).isPositive();

        database.recover();
        awaitCompleted(pipeline, "a");
        await("the end of the outage").until(() -> gauge("waiting-lanes") == 0 && gauge("up") == 1);
        await("an idle lane").until(() -> gauge("oldest-age-ms") == 0);
    }

    @Test
    void shouldGoOnWhenTheDriverFailsWithAnError() {
        var pipeline = start(settings(1, 1), TestRoute.arrivalRoute("a"));
        database.failWith(new NoClassDefFoundError("scripted"), rows -> holds(rows, "1"));

        publish(pipeline, "a/x", 3);

        awaitCompleted(pipeline, "a");
        assertThat(database.values()).containsExactly("0", "2");
        assertThat(letters).singleElement().extracting(DeadLetter::reason).isEqualTo(DeadLetterReason.REJECTED);
    }

    private static TestRoute routeOver(String id, String filter) {
        return new TestRoute(id, TopicFilter.parse(filter), EqualTimestamps.BUMP, null);
    }
}
