// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.pipeline.account.DeadLetter;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Durability;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.spool.Spool;
import io.github.hivemqtdengine.spool.log.SpoolSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database that takes all rows but every seventh, and an extension that is stopped and started in between. */
class RejectedRowsTest extends RunningPipelines {

    private static final int EVERY = 7;
    private static final int BATCH = 50;
    private static final int MESSAGES = 3_000;
    private static final int BEFORE_THE_STOP = 1_000;

    @TempDir
    Path folder;

    private final Route route = TestRoute.arrivalRoute("a");

    @Test
    void shouldStoreAllOthersInOrderWhereTheDatabaseNamesTheRows() throws Exception {
        storeWithARestart(db -> db.refuse(RejectedRowsTest::isRejected));
    }

    @Test
    void shouldStoreAllOthersInOrderWhereTheDatabaseDoesNotSayWhich() throws Exception {
        storeWithARestart(
                db -> db.fail(FailureKind.REJECTED, rows -> rows.stream().anyMatch(RejectedRowsTest::isRejected)));
    }

    private void storeWithARestart(Consumer<ScriptedDatabase> faults) throws Exception {
        faults.accept(database);
        long completed;
        try (var spool = open()) {
            var first = pipeline(settings(), letters::add, spool, route);
            first.start();
            publish(first, 0, BEFORE_THE_STOP);
            await().until(() -> database.stored.size() >= 100);
            database.fail(FailureKind.TRANSIENT, rows -> true);
            publish(first, BEFORE_THE_STOP, MESSAGES);
            first.close();
            completed = first.counters("a").stored() + first.counters("a").deadLettered();
            assertThat(first.counters("a").difference()).isZero();
            assertThat(first.counters("a").inFlight()).isEqualTo(MESSAGES - completed);
        }
        database.recover();
        faults.accept(database);
        try (var spool = open();
                var next = pipeline(settings(), letters::add, spool, route)) {
            next.start();
            awaitCompleted(next, "a");
            assertThat(next.counters("a").received()).isEqualTo(MESSAGES - completed + lettersKeptTwice());
        }
        assertThat(database.values()).isEqualTo(numbers(false));
        assertThat(letters).allMatch(letter -> letter.reason() == DeadLetterReason.REJECTED);
        assertThat(letters.stream().map(RejectedRowsTest::payload).distinct().toList())
                .isEqualTo(numbers(true));
        assertThat(lettersKeptTwice()).isLessThanOrEqualTo(BATCH / EVERY + 1);
    }

    /** Of the batch that was under way at the stop: the next start begins with the first message that was not stored. */
    private long lettersKeptTwice() {
        return letters.size()
                - letters.stream().map(RejectedRowsTest::payload).distinct().count();
    }

    private static void publish(Pipeline pipeline, int from, int to) {
        for (int i = from; i < to; i++) {
            var message = TestMessages.message("a/x", Integer.toString(i), 1_000_000L + i);
            pipeline.accept(pipeline.match("a/x"), message);
        }
    }

    private static List<Object> numbers(boolean rejected) {
        return IntStream.range(0, MESSAGES)
                .filter(i -> (i % EVERY == 0) == rejected)
                .<Object>mapToObj(Integer::toString)
                .toList();
    }

    private static boolean isRejected(Row row) {
        return Integer.parseInt((String) Objects.requireNonNull(row.column(0))) % EVERY == 0;
    }

    private static Object payload(DeadLetter letter) {
        return new String(letter.message().payload(), StandardCharsets.UTF_8);
    }

    private Spool open() throws IOException {
        return Spool.open(folder.resolve("spool"), "layout", new SpoolSettings(1L << 30, 0, 8_192));
    }

    private static DeliverySettings settings() {
        return new DeliverySettings(
                lanes(2),
                batch(BATCH),
                IntakeSettings.of(Durability.SPOOL).withQueue(new QueueSettings(20, 1_000_000)),
                QUICK,
                Duration.ofMillis(50));
    }
}
