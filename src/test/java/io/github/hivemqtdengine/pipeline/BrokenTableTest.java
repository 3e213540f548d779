// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import org.junit.jupiter.api.Test;

class BrokenTableTest extends RunningPipelines {

    @Test
    void shouldMakeDeadLettersOfMessagesForATableThatNeedsAnOperatorWithoutWriting() {
        database.objection = "super table t lacks a column; add it: ALTER";
        var pipeline = start(settings(1, 10), TestRoute.arrivalRoute("a"));

        publish(pipeline, "a/x", 25);

        awaitCompleted(pipeline, "a");
        assertThat(letters)
                .hasSize(25)
                .allSatisfy(letter -> assertThat(letter.reason()).isEqualTo(DeadLetterReason.REJECTED))
                .allSatisfy(letter -> assertThat(letter.detail()).isEqualTo(database.objection));
        assertThat(database.writes).isEmpty();
    }

    @Test
    void shouldAskOnceForEachTableOfABatch() {
        database.connectFailure = FailureKind.TRANSIENT; // so that the messages gather
        var pipeline = start(settings(1, 10), TestRoute.arrivalRoute("a"));
        publish(pipeline, "a/x", 20);

        database.recover();

        awaitCompleted(pipeline, "a");
        assertThat(database.stored).hasSize(20);
        assertThat(database.looks).hasValue(database.writes.size());
    }

    @Test
    void shouldTryRowsOfATableThatCannotBeLookedAt() {
        database.look = () -> {
            throw new NoClassDefFoundError("scripted");
        };
        var pipeline = start(settings(1, 10), TestRoute.arrivalRoute("a"));

        publish(pipeline, "a/x", 25);

        awaitCompleted(pipeline, "a");
        assertThat(database.values()).containsExactlyElementsOf(numbers(25));
    }

    @Test
    void shouldStoreMessagesOnceTheTableIsMended() {
        database.objection = "super table t lacks a column; add it: ALTER";
        var pipeline = start(settings(1, 10), TestRoute.arrivalRoute("a"));
        publish(pipeline, "a/x", "early");
        awaitCompleted(pipeline, "a");

        database.objection = null;
        publish(pipeline, "a/x", "late");

        awaitCompleted(pipeline, "a");
        assertThat(database.values()).containsExactly("late");
        assertThat(letters).hasSize(1);
    }
}
