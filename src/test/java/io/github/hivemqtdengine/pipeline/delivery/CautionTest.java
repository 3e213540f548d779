package io.github.hivemqtdengine.pipeline.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.queue.HighWaterMark;
import io.github.hivemqtdengine.pipeline.queue.LoggedMessage;
import io.github.hivemqtdengine.pipeline.queue.MessageLog;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.Appended;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.Attempt;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.DroppedMessages;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.LostBirths;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Processes one after the other on the same log; one that is not closed has died. */
class CautionTest {

    private static final int BATCH = 10;

    private final NotedLog log = new NotedLog();
    private final AtomicLong nanos = new AtomicLong();
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
    void shouldBeCarefulAtTheSecondStartThatFindsTheSameMessage() {
        start();
        assertThat(caution.isOn()).isFalse();

        start();

        assertThat(caution.isOn()).isTrue();
    }

    @Test
    void shouldNotBeCarefulWhereSomethingWasSettledInBetween() {
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
            caution.beginWriting();
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
            caution.pause();
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
    void shouldForgetTheCrashesOfAMessageThatSurvivesAnAttempt() {
        becomeCareful();
        long harmless = log.oldestNumber();
        for (int crash = 1; crash < Caution.MAX_CRASHES; crash++) {
            caution.beginMapping(harmless);
            start();
        }
        caution.beginMapping(harmless);
        caution.pause();
        caution.beginWriting();
        caution.survive();

        for (int crash = 1; crash < Caution.MAX_CRASHES; crash++) {
            start();
            caution.beginMapping(harmless);
        }
        start();

        assertThat(caution.isSuspect(harmless)).isFalse();
    }

    @Test
    void shouldNeverCondemnDuringAnOutage() {
        for (int kill = 0; kill < 20; kill++) {
            start();
            if (caution.isOn()) {
                caution.beginMapping(log.oldestNumber());
                caution.pause();
            }
            caution.survive(); // it can't connect, and is killed while it waits
        }
        start();

        assertThat(caution.isOn()).isFalse();
        assertThat(caution.isSuspect(log.oldestNumber())).isFalse();
    }

    @Test
    void shouldForgetNothingForADatabaseThatIsAwayBeforeAMessageWasMapped() {
        becomeCareful();
        long poison = log.oldestNumber();
        for (int crash = 1; crash <= Caution.MAX_CRASHES; crash++) {
            caution.waitForDatabase();
            caution.beginMapping(poison);
            start();
        }

        assertThat(caution.isSuspect(poison)).isTrue();
        caution.endMapping();
        caution.waitForDatabase();
        assertThat(caution.isSuspect(poison)).isFalse();
    }

    @Test
    void shouldNotHoldALongWriteAgainstAMessage() {
        becomeCareful();
        long harmless = log.oldestNumber();
        for (int kill = 0; kill < 2 * Caution.MAX_CRASHES; kill++) {
            caution.beginMapping(harmless);
            caution.pause();
            caution.beginWriting();
            nanos.addAndGet(Caution.LONGEST_WRITE.toNanos() + 1);
            caution.endLongWrite();
            start();
        }

        assertThat(caution.isSuspect(harmless)).isFalse();
    }

    @Test
    void shouldLetOneLaneTryAtATime() {
        becomeCareful();

        caution.beginMapping(log.oldestNumber());
        assertThat(log.turn.availablePermits()).isZero();
        caution.pause();
        assertThat(log.turn.availablePermits()).isOne();
        caution.beginWriting();
        assertThat(log.turn.availablePermits()).isZero();
        caution.survive();
        caution.pause();
        assertThat(log.turn.availablePermits()).isOne();
    }

    private void becomeCareful() {
        start();
        start();
        assertThat(caution.isOn()).isTrue();
    }

    /** Starts the next process, whether or not the previous one was closed. */
    private void start() {
        var note = log.attempt;
        caution.close(); // ends its thread; that it has died is told by its note
        log.attempt = note;
        caution = next();
        caution.begin();
    }

    private Caution next() {
        log.turn = new Semaphore(1);
        return new Caution(log, BATCH, log.turn, nanos::get);
    }

    /** A log that has nothing but its numbers and its note. */
    private static final class NotedLog implements MessageLog {

        private volatile @Nullable Attempt attempt;
        private long committed = 100;
        private long last = 1_000;
        private Semaphore turn = new Semaphore(1);

        @Override
        public long oldestNumber() {
            return committed + 1;
        }

        @Override
        public long lastNumber() {
            return last;
        }

        @Override
        public @Nullable Attempt attempt() {
            return attempt;
        }

        @Override
        public void noteAttempt(@Nullable Attempt noted) {
            attempt = noted;
        }

        @Override
        public void forEachWaiting(Consumer<LoggedMessage> visitor) {}

        @Override
        public Appended append(String routeId, InboundMessage message) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void sync() {}

        @Override
        public List<DroppedMessages> makeRoom(String routeId, InboundMessage message, LostBirths lost) {
            return List.of();
        }

        @Override
        public void readFromHere() {}

        @Override
        public @Nullable LoggedMessage read() {
            return null;
        }

        @Override
        public void commit(long number, HighWaterMark mark) {}
    }
}
