// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.pipeline.queue.MessageLogs;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.spool.Spool;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.testkit.FolderCopy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Processes that die, one after the other on the same spool. A dead one is a pipeline that hangs for good, and the next
 * one gets a copy of the spool as it was then.
 */
class PoisonTest extends SpooledPipelines {

    private static final int NEIGHBOURS = 120;

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    private final CountDownLatch end = new CountDownLatch(1);
    private final AtomicInteger crashes = new AtomicInteger();
    private final Route route = TestRoute.arrivalRoute("a");
    private final AtomicInteger attempts = new AtomicInteger();
    private int processes;

    @AfterEach
    void letTheDeadEnd() {
        end.countDown();
    }

    @Test
    void shouldMakeADeadLetterOfWhatEndsTheProcessAgainAndAgain() throws Exception {
        startNext(poisonous());
        var first = pipelines.get(0);
        for (int i = 0; i < NEIGHBOURS; i++) {
            publishOne(first, i == 70 ? "poison" : Integer.toString(i), i);
        }
        awaitCrash(1);

        int crashesSoFar = 1;
        while (letters.isEmpty()) {
            var next = startNext(poisonous());
            int known = crashesSoFar;
            assertThat(known).as("crashes").isLessThan(7);
            await("the next crash")
                    .until(() -> crashes.get() > known || next.counters("a").inFlight() == 0);
            crashesSoFar = crashes.get();
        }

        var last = pipelines.get(pipelines.size() - 1);
        awaitCompleted(last, "a");
        assertThat(crashesSoFar).isLessThanOrEqualTo(6);
        assertThat(letters).singleElement().satisfies(letter -> {
            assertThat(letter.reason()).isEqualTo(DeadLetterReason.SUSPECT);
            assertThat(letter.message().payload())
                    .asString(StandardCharsets.UTF_8)
                    .isEqualTo("poison");
        });
        var expected = new ArrayList<>(numbers(NEIGHBOURS));
        expected.remove("70");
        assertThat(payloadsOf("a/x").stream().distinct()).containsExactlyElementsOf(expected);
        assertThat(log.lines())
                .filteredOn(line -> line.startsWith("WARN Route \"a\": a message with topic \"a/x\", 6 bytes"))
                .hasSize(1);
    }

    @Test
    void shouldCondemnNothingThatWaitsForADatabase() throws Exception {
        database.connectFailure = FailureKind.TRANSIENT;
        var first = startNext(route);
        publish(first, "a/x", NEIGHBOURS);
        for (int kill = 0; kill < 8; kill++) {
            var next = startNext(route);
            int connects = database.connects.get();
            await("a try").until(() -> database.connects.get() > connects + 1);
            assertThat(next.counters("a").inFlight()).isEqualTo(NEIGHBOURS);
        }
        var last = startNext(route);
        database.recover();

        awaitCompleted(last, "a");
        assertThat(letters).isEmpty();
        assertThat(payloadsOf("a/x").stream().distinct()).containsExactlyElementsOf(numbers(NEIGHBOURS));
    }

    /** As where the memory that a message takes ends the broker's container together with the database's. */
    @Test
    void shouldIsolateItAlthoughTheDatabaseIsAwayAtEveryStart() throws Exception {
        database.connectFailure = FailureKind.TRANSIENT;

        publishBehindPoison(startNext(poisonous()));
        dieUntilItIsIsolated();
        database.recover();

        assertThatTheNeighboursAreStored();
    }

    @Test
    void shouldNotTakeAFailedStartForACleanStop() throws Exception {
        publishBehindPoison(startNext(poisonous()));
        dieUntilItIsIsolated(this::failToStart);

        assertThatTheNeighboursAreStored();
    }

    /** What the database does in each process before the attempt that ends it. */
    private enum Meanwhile {
        /** The first attempt ends the process, however long it takes. */
        NOTHING {
            @Override
            void fail(ScriptedDatabase database, AtomicInteger attempts, Predicate<List<Row>> write) {
                database.lose(write);
            }
        },
        TIME_OUT {
            @Override
            void fail(ScriptedDatabase database, AtomicInteger attempts, Predicate<List<Row>> write) {
                database.lose(rows -> attempts.incrementAndGet() < 3 || write.test(rows));
            }
        },
        OVERLOAD {
            @Override
            void fail(ScriptedDatabase database, AtomicInteger attempts, Predicate<List<Row>> write) {
                database.fail(FailureKind.CONGESTED, rows -> attempts.incrementAndGet() < 3 || write.test(rows));
            }
        },
        /** Two of three connections fail, also before the first attempt. */
        OUTAGE {
            @Override
            void fail(ScriptedDatabase database, AtomicInteger attempts, Predicate<List<Row>> write) {
                database.connecting = () ->
                        database.connectFailure = attempts.incrementAndGet() % 3 == 0 ? null : FailureKind.TRANSIENT;
                database.lose(write);
            }
        };

        /** @param write the write that ends the process if it has the poison */
        abstract void fail(ScriptedDatabase database, AtomicInteger attempts, Predicate<List<Row>> write);
    }

    @ParameterizedTest
    @EnumSource
    void shouldIsolateWhatEndsTheProcessWhileItIsWritten(Meanwhile meanwhile) throws Exception {
        meanwhile.fail(database, attempts, this::isEndedBy);

        publishBehindPoison(startNext(route));
        while (letters.isEmpty()) {
            int known = crashes.get();
            assertThat(known).as("crashes").isLessThan(7);
            attempts.set(0);
            startNext(route);
            await("the next crash").until(() -> crashes.get() > known || !letters.isEmpty());
        }

        assertThatTheNeighboursAreStored();
    }

    private boolean isEndedBy(List<Row> rows) {
        if (rows.stream().anyMatch(row -> "poison".equals(row.column(0)))) {
            crashes.incrementAndGet();
            dieHere();
        }
        return false;
    }

    private void publishBehindPoison(Pipeline pipeline) {
        publishOne(pipeline, "poison", 0);
        for (int i = 1; i < NEIGHBOURS; i++) {
            publishOne(pipeline, Integer.toString(i), i);
        }
        awaitCrash(1);
    }

    private void dieUntilItIsIsolated() throws IOException {
        dieUntilItIsIsolated(() -> {});
    }

    private void dieUntilItIsIsolated(Start before) throws IOException {
        while (letters.isEmpty()) {
            int known = crashes.get();
            assertThat(known).as("crashes").isLessThan(7);
            before.begin();
            startNext(poisonous());
            await("the next crash").until(() -> crashes.get() > known || !letters.isEmpty());
        }
    }

    private interface Start {
        void begin() throws IOException;
    }

    /** As where another lane can't be read. */
    private void failToStart() throws IOException {
        var spool = open(copyForNextProcess(), "layout");
        var failing = pipeline(spooled(1, 1_000), letters::add, failingReassignment(spool), route);
        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(failing::start);
        end(failing);
    }

    private static MessageLogs failingReassignment(Spool spool) {
        return (MessageLogs) Proxy.newProxyInstance(
                MessageLogs.class.getClassLoader(), new Class<?>[] {MessageLogs.class}, (self, method, arguments) -> {
                    if (method.getName().equals("reassign")) {
                        throw new UncheckedIOException(new IOException("scripted"));
                    }
                    return method.invoke(spool, arguments);
                });
    }

    private void assertThatTheNeighboursAreStored() {
        awaitCompleted(pipelines.get(pipelines.size() - 1), "a");
        assertThat(crashes.get()).isLessThanOrEqualTo(6);
        assertThat(letters).singleElement().satisfies(letter -> {
            assertThat(letter.reason()).isEqualTo(DeadLetterReason.SUSPECT);
            assertThat(letter.message().payload())
                    .asString(StandardCharsets.UTF_8)
                    .isEqualTo("poison");
        });
        assertThat(payloadsOf("a/x"))
                .containsExactlyElementsOf(numbers(NEIGHBOURS).subList(1, NEIGHBOURS));
    }

    /** Leaves the one before as it is. */
    private Pipeline startNext(Route only) throws IOException {
        var pipeline = startIn(copyForNextProcess(), "layout", spooled(1, 1_000), only);
        pipelines.add(pipeline);
        return pipeline;
    }

    private Path copyForNextProcess() throws IOException {
        var before = folder.resolve("process-" + processes);
        var next = folder.resolve("process-" + ++processes);
        if (Files.exists(before)) {
            FolderCopy.copy(before, next);
        }
        return next;
    }

    private final List<Pipeline> pipelines = new ArrayList<>();

    private void publishOne(Pipeline pipeline, String payload, int i) {
        pipeline.accept(pipeline.match("a/x"), message("a/x", payload, 1_000_000L + i));
    }

    private void awaitCrash(int count) {
        await("a crash").until(() -> crashes.get() >= count);
    }

    /** The route, but a payload ends the process. */
    private Route poisonous() {
        return (Route) Proxy.newProxyInstance(
                Route.class.getClassLoader(), new Class<?>[] {Route.class}, (self, method, arguments) -> {
                    if (method.getName().equals("rows") && arguments[0] instanceof InboundMessage message) {
                        return rows(message, (MappingEvents) arguments[1]);
                    }
                    return method.invoke(route, arguments);
                });
    }

    private List<Row> rows(InboundMessage message, MappingEvents events) throws MappingException {
        if (new String(message.payload(), StandardCharsets.UTF_8).equals("poison")) {
            crashes.incrementAndGet();
            dieHere();
        }
        return route.rows(message, events);
    }

    private void dieHere() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
