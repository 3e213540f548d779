// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.pipeline.ScriptedDatabase;
import io.github.hivemqtdengine.pipeline.TestRoute;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Durability;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import io.github.hivemqtdengine.pipeline.queue.MemoryQueue;
import io.github.hivemqtdengine.time.StopSignal;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LaneWriterTest {

    private final ScriptedDatabase first = new ScriptedDatabase();
    private final ScriptedDatabase second = new FailingOnce();
    private Database current = first;

    @Test
    void shouldKeepItsWriterUntilTheReplacementHasOpenedAnother() throws Exception {
        var rows = TestRoute.arrivalRoute("a").rows(message("a/x", "0"), (event, subject) -> {});
        try (var writer = writer()) {
            current = second;

            assertThatThrownBy(writer::open).isInstanceOf(WriteException.class).hasMessageContaining("no writer");
            assertThat(first.openWriters).hasValue(1);
            writer.open();
            writer.write(rows, 1);

            assertThat(first.openWriters).hasValue(0);
            assertThat(first.stored).isEmpty();
            assertThat(second.stored).hasSize(1);
        }
        assertThat(second.openWriters).hasValue(0);
    }

    @Test
    void shouldReturnItsTurnIfTheNoteOfTheWriteFails() throws Exception {
        var rows = TestRoute.arrivalRoute("a").rows(message("a/x", "0"), (event, subject) -> {});
        var log = new FailingLog();
        var caution = new Caution(log, 1, new Semaphore(1));
        var stop = new StopSignal();
        var limit = new WriteLimit("db", 1, stop);
        caution.begin();
        caution.beginMapping(101);
        try (var writer = writer(() -> current, limit, caution)) {
            writer.open();
            log.isFailing = true;

            assertThatThrownBy(() -> writer.write(rows, 1)).hasMessage("no note");
        }
        stop.stopWithin(Duration.ZERO); // a turn that is taken would be refused
        assertThat(limit.begin()).isZero();
    }

    private LaneWriter writer() {
        return writer(() -> current, new WriteLimit("db", 1, new StopSignal()), new Caution());
    }

    static LaneWriter writer(Supplier<Database> database, WriteLimit limit, Caution caution) {
        var queue = new MemoryQueue(QueueSettings.of(Durability.MEMORY));
        var pace = new WritePace(queue, BatchSettings.DEFAULT, () -> Duration.ofSeconds(20));
        return new LaneWriter(database, limit, pace, caution, System::nanoTime);
    }

    /** Log that fails to note that a message is in flight. */
    private static final class FailingLog extends NotedLog {

        private boolean isFailing;

        @Override
        public void noteAttempt(@Nullable Attempt noted) {
            if (isFailing && noted != null && noted.isInFlight()) {
                throw new IllegalStateException("no note");
            }
            super.noteAttempt(noted);
        }
    }

    /** Database that cannot open its first writer. */
    private static final class FailingOnce extends ScriptedDatabase {

        private boolean hasFailed;

        @Override
        public BatchWriter openWriter() {
            if (!hasFailed) {
                hasFailed = true;
                throw new IllegalStateException("no writer");
            }
            return super.openWriter();
        }
    }
}
