// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Processes one after the other on the same log; one that is not closed has died. */
class CautionTest {

    private static final int BATCH = 10;

    private final NotedLog log = new NotedLog();
    private Semaphore turn = new Semaphore(1);
    private Caution caution = next();

    @AfterEach
    void close() {
        caution.close();
    }

    @Test
    void shouldNotNoteAnythingWhereNothingWaits() {
        log.committed = log.last;

        start();

        assertThat(log.attempt).isNull();
        assertThat(caution.isOn()).isFalse();
    }

    @Test
    void shouldBeCarefulOnceTwoProcessesHaveDiedWithTheirFirstBatchInFlight() {
        start();
        caution.beginMapping(log.oldestNumber());
        start();
        assertThat(caution.isOn()).isFalse(); // one kill would make each recovery slow
        caution.beginMapping(log.oldestNumber());

        start();

        assertThat(caution.isOn()).isTrue();
    }

    @Test
    void shouldNotBeCarefulAfterAKillWhileItsFirstBatchWaits() {
        start();
        caution.beginMapping(log.oldestNumber());
        caution.pause();

        start();

        assertThat(caution.isOn()).isFalse();
    }

    @Test
    void shouldNotBeCarefulWhereSomethingWasSettledInBetween() {
        start();
        caution.beginMapping(log.oldestNumber());
        start();
        log.committed += 5;
        caution.endIfCommitted();
        assertThat(log.attempt).isNull();

        start();

        assertThat(caution.isOn()).isFalse();
    }

    @Test
    void shouldNotBeCarefulAfterACleanStop() {
        for (int i = 0; i < 10; i++) {
            start();
            caution.close();
        }

        assertThat(log.attempt).isNull();
        start();
        assertThat(caution.isOn()).isFalse();
    }

    @Test
    void shouldCondemnWhatWasTriedWhenThreeProcessesDied() {
        becomeCareful();
        long poison = log.oldestNumber();
        for (int crash = 1; crash <= Caution.MAX_CRASHES; crash++) {
            assertThat(caution.isSuspect(poison)).isFalse();
            caution.beginMapping(poison);
            start();
        }

        assertThat(caution.isSuspect(poison)).isTrue();
        assertThat(caution.isSuspect(poison + 1)).isFalse();
    }

    @Test
    void shouldCondemnWhatWasWrittenWhenThreeProcessesDied() {
        becomeCareful();
        long poison = log.oldestNumber();
        for (int crash = 1; crash <= Caution.MAX_CRASHES; crash++) {
            assertThat(caution.isSuspect(poison)).isFalse();
            caution.beginMapping(poison);
            caution.pause();
            caution.resume();
            start();
        }

        assertThat(caution.isSuspect(poison)).isTrue();
    }

    @Test
    void shouldStayCarefulUntilTheBatchThatWasInFlightIsSettled() {
        becomeCareful();
        long first = log.oldestNumber();
        for (int i = 0; i < BATCH; i++) {
            assertThat(caution.isOn()).isTrue();
            caution.beginMapping(first + i);
            caution.endBatch();
            log.committed = first + i;
            caution.endIfCommitted();
        }

        assertThat(caution.isOn()).isFalse();
        assertThat(log.attempt).isNull();
    }

    @Test
    void shouldStayCarefulForTheNeighboursOfTheOneThatWasCondemned() {
        becomeCareful();
        long poison = log.oldestNumber() + 3;
        log.committed = poison - 1;
        for (int crash = 1; crash <= Caution.MAX_CRASHES; crash++) {
            caution.beginMapping(poison);
            start();
            assertThat(caution.isOn()).isTrue();
        }
        assertThat(caution.isSuspect(poison)).isTrue();
        log.committed = poison;
        caution.endIfCommitted();

        assertThat(caution.isOn()).isTrue();
        log.committed = poison + BATCH;
        caution.endIfCommitted();
        assertThat(caution.isOn()).isFalse();
    }

    @Test
    void shouldReturnToBatchesAlthoughItIsKilledAgainAndAgain() {
        becomeCareful();
        long first = log.oldestNumber();
        for (int i = 0; i < BATCH; i++) {
            assertThat(caution.isOn()).isTrue();
            log.committed = first + i;
            caution.endIfCommitted();
            if (i + 1 < BATCH) {
                caution.beginMapping(first + i + 1);
                start();
            }
        }

        assertThat(caution.isOn()).isFalse();
    }

    /** What ends an attempt, such as a time-out, is no evidence that the message is harmless. */
    @Test
    void shouldCondemnWhatHasSurvivedAttemptsInEachProcess() {
        becomeCareful();
        long poison = log.oldestNumber();
        for (int crash = 1; crash <= Caution.MAX_CRASHES; crash++) {
            assertThat(caution.isSuspect(poison)).isFalse();
            caution.beginMapping(poison);
            for (int attempt = 1; attempt <= 4; attempt++) {
                caution.pause();
                caution.resume();
            }
            start();
        }

        assertThat(caution.isSuspect(poison)).isTrue();
    }

    @Test
    void shouldForgetTheCrashesOfAMessageThatIsCompleted() {
        becomeCareful();
        long harmless = log.oldestNumber();
        for (int crash = 1; crash < Caution.MAX_CRASHES; crash++) {
            caution.beginMapping(harmless);
            start();
        }
        caution.beginMapping(harmless);
        caution.endBatch();
        log.committed = harmless;
        caution.beginMapping(harmless + 1);
        start();

        for (int crash = 2; crash < Caution.MAX_CRASHES; crash++) {
            caution.beginMapping(harmless + 1);
            start();
        }

        assertThat(caution.isSuspect(harmless + 1)).isFalse();
        assertThat(caution.isSuspect(harmless)).isFalse();
    }

    @Test
    void shouldNeverCondemnDuringAnOutage() {
        for (int kill = 0; kill < 20; kill++) {
            start();
            caution.beginMapping(log.oldestNumber());
            caution.pause(); // it can't connect, and is killed while it waits
        }
        start();

        assertThat(caution.isOn()).isFalse();
        assertThat(caution.isSuspect(log.oldestNumber())).isFalse();
    }

    @Test
    void shouldNotCountKillsInAnOutageThatFollowsACrash() {
        becomeCareful();
        long harmless = log.oldestNumber();
        for (int kill = 0; kill < 20; kill++) {
            caution.beginMapping(harmless);
            caution.pause();
            start();
        }

        assertThat(caution.isOn()).isTrue();
        assertThat(caution.isSuspect(harmless)).isFalse();
    }

    @Test
    void shouldNoteNothingWhileItConnectsWithoutAMessage() {
        start();
        caution.pause();
        caution.resume();

        start();

        assertThat(caution.isOn()).isFalse();
    }

    @Test
    void shouldNoteNothingAfterACleanStopThatAWriteOutlives() {
        becomeCareful();
        caution.beginMapping(log.oldestNumber());
        caution.close();

        caution.pause();
        caution.resume();
        caution.endBatch();

        assertThat(log.attempt).isNull();
        assertThat(turn.availablePermits()).isOne();
    }

    @Test
    void shouldLetOneLaneTryAtATime() {
        becomeCareful();

        caution.beginMapping(log.oldestNumber());
        caution.pause();
        assertThat(turn.availablePermits()).isZero();
        caution.yieldTurn();
        caution.pause();
        assertThat(turn.availablePermits()).isOne();
        caution.resume();
        caution.resume();
        assertThat(turn.availablePermits()).isZero();
        caution.endBatch();
        caution.yieldTurn();
        assertThat(turn.availablePermits()).isOne();
    }

    private void becomeCareful() {
        for (int crash = 1; crash <= 2; crash++) {
            start();
            caution.beginMapping(log.oldestNumber());
        }
        start();
        assertThat(caution.isOn()).isTrue();
    }

    /** Starts the next process, whether or not the previous one was closed. */
    private void start() {
        var note = log.attempt;
        caution.close(); // that it has died is told by its note
        log.attempt = note;
        caution = next();
        caution.begin();
    }

    private Caution next() {
        turn = new Semaphore(1);
        return new Caution(log, BATCH, turn);
    }
}
