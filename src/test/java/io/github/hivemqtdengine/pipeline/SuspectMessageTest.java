// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.pipeline.delivery.RetryDecision;
import io.github.hivemqtdengine.pipeline.queue.LaneSettings;
import io.github.hivemqtdengine.pipeline.queue.LaneSettings.LaneKey;
import io.github.hivemqtdengine.testkit.CapturedLog;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A message that makes the database drop its connection must not block its lane, and an outage must isolate no message.
 */
class SuspectMessageTest extends RunningPipelines {

    private static final int TRIES_OF_AN_OUTAGE = 100;

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    @Test
    void shouldIsolateAMessageThatTheDatabaseCanNotDigest() {
        database.lose(rows -> holds(rows, "500"));
        var pipeline = pipeline(settings(1, 1_000), letters::add, TestRoute.arrivalRoute("a"));
        publish(pipeline, "a/x", 1_000);

        pipeline.start();

        awaitCompleted(pipeline, "a");
        assertThat(database.values()).hasSize(999);
        assertThat(letters).singleElement().satisfies(letter -> {
            assertThat(letter.reason()).isEqualTo(DeadLetterReason.SUSPECT);
            assertThat(letter.message().payload()).asString().isEqualTo("500");
            assertThat(letter.detail()).contains("scripted loss");
        });
        assertThat(database.writes.stream().filter(rows -> holds(rows, "500") && rows.size() == 1))
                .hasSize(RetryDecision.SUSPECT_TRIES);
        assertThat(log.lines())
                .filteredOn(line -> line.contains("isolated"))
                .singleElement()
                .asString()
                .contains("WARN", "topic \"a/x\"", "route \"a\"", "scripted loss");
    }

    @Test
    void shouldDeadLetterNothingHoweverLongTheDatabaseDoesNotAnswer() {
        database.answers = rows -> false;
        assertThatNothingIsSuspectedOf(4);
    }

    /** As where only the requests of reading are answered: what waits in other lanes says that it is no message. */
    @Test
    void shouldDeadLetterNothingWhereNoLaneCanWrite() {
        database.answers = rows -> gauge("waiting-lanes") == 2; // a stalled thread may not have failed yet
        assertThatNothingIsSuspectedOf(2);
    }

    /** It breaks down now and then; a failure counts only if each one before it has. */
    @Test
    void shouldDeadLetterNothingWhereAnAnswerIsMissingNowAndThen() {
        database.answers = rows -> database.writes.size() % RetryDecision.SUSPECT_TRIES != 0;
        assertThatNothingIsSuspectedOf(1);
    }

    private void assertThatNothingIsSuspectedOf(int lanes) {
        database.lose(rows -> true);
        var everyLane = new LaneSettings(lanes, LaneKey.NONE, 1, null);
        var pipeline = pipeline(settings(everyLane, 1), letters::add, TestRoute.arrivalRoute("a"));
        publish(pipeline, "a/x", 10 * lanes);
        pipeline.start();
        await().until(() -> database.writes.size() > TRIES_OF_AN_OUTAGE * lanes);

        database.recover();

        awaitCompleted(pipeline, "a");
        assertThat(letters).isEmpty();
        assertThat(database.values()).hasSize(10 * lanes);
    }

    @Test
    void shouldNotSuspectAMessageOfAnExplicitFailure() {
        database.fail(FailureKind.TRANSIENT, rows -> true);
        var pipeline = start(settings(1, 10), TestRoute.arrivalRoute("a"));
        publish(pipeline, "a/x", 10);
        await().until(() -> database.writes.size() > TRIES_OF_AN_OUTAGE);

        database.recover();

        awaitCompleted(pipeline, "a");
        assertThat(letters).isEmpty();
    }

    /** A database that answers and takes no row costs one message, however long that lasts. */
    @Test
    void shouldSuspectNoSecondMessageBeforeSomethingIsStored() {
        database.lose(rows -> true);
        var pipeline = start(settings(1, 1), TestRoute.arrivalRoute("a"));
        publish(pipeline, "a/x", 3);
        await().until(() -> database.writes.size() > TRIES_OF_AN_OUTAGE);
        assertThat(letters).hasSize(1);

        database.recover();

        awaitCompleted(pipeline, "a");
        assertThat(database.values()).isEqualTo(List.of("1", "2"));
    }

    /** As where one node of a cluster takes no rows, and answers questions, while the lanes of the others store. */
    @Test
    void shouldSuspectOneMessageOfALaneThatStoresNothingWhileOtherLanesStore() {
        database.lose(SuspectMessageTest::isUnlucky);
        var lanes = new LaneSettings(2, LaneKey.TOPIC, 1, null);
        var pipeline = start(settings(lanes, 1), TestRoute.arrivalRoute("a"));
        for (int i = 0; i < 20; i++) {
            publish(pipeline, "a/x", "unlucky " + i);
        }

        await().until(() -> {
            for (int i = 0; i < 8; i++) {
                publish(pipeline, "a/" + i, "beside");
            }
            return letters.size() > 1
                    || database.writes.stream()
                                    .filter(SuspectMessageTest::isUnlucky)
                                    .count()
                            > TRIES_OF_AN_OUTAGE;
        });
        assertThat(letters).hasSize(1);
        database.recover();

        awaitCompleted(pipeline, "a");
        assertThat(letters).hasSize(1);
        assertThat(database.values())
                .filteredOn(value -> String.valueOf(value).startsWith("unlucky"))
                .hasSize(19);
    }

    /** Storable messages between two suspects in a batch must not wait for either of them. */
    @Test
    void shouldStoreWhatLiesBetweenTwoSuspects() {
        database.lose(rows ->
                rows.stream().anyMatch(row -> String.valueOf(row.column(0)).startsWith("poison")));
        var pipeline = pipeline(settings(1, 1_000), letters::add, TestRoute.arrivalRoute("a"));
        publish(pipeline, "a/x", "good 0", "poison 1", "good 2", "poison 3");

        pipeline.start();

        awaitCompleted(pipeline, "a");
        assertThat(database.values()).isEqualTo(List.of("good 0", "good 2"));
        assertThat(letters).hasSize(2).allMatch(letter -> letter.reason() == DeadLetterReason.SUSPECT);
    }

    private static boolean isUnlucky(List<Row> rows) {
        return rows.stream().anyMatch(row -> String.valueOf(row.column(0)).startsWith("unlucky"));
    }

    @Test
    void shouldIsolateOneSuspectAfterTheOtherWhereSomethingIsStoredInBetween() {
        database.lose(rows ->
                rows.stream().anyMatch(row -> String.valueOf(row.column(0)).startsWith("poison")));
        var lanes = new LaneSettings(2, LaneKey.TOPIC, 1, null);
        var pipeline = start(settings(lanes, 1), TestRoute.arrivalRoute("a"));
        publish(pipeline, "a/x", "poison 1", "between", "poison 2", "between", "poison 3", "good");

        await().until(() -> {
            for (int i = 0; i < 8; i++) {
                publish(pipeline, "a/" + i, "beside");
            }
            return letters.size() == 3 && database.values().contains("good");
        });
        awaitCompleted(pipeline, "a");

        assertThat(letters).hasSize(3).allMatch(letter -> letter.reason() == DeadLetterReason.SUSPECT);
    }
}
