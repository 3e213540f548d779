// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool;

import static io.github.hivemqtdengine.spool.Messages.ROUTE;
import static io.github.hivemqtdengine.spool.Messages.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.hivemqtdengine.pipeline.queue.HighWaterMark;
import io.github.hivemqtdengine.pipeline.queue.MessageLog;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.Status;
import io.github.hivemqtdengine.spool.log.SpoolSettings;
import io.github.hivemqtdengine.time.EpochClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpoolTest {

    private static final SpoolSettings SETTINGS = new SpoolSettings(1L << 30, 0, 4_096);

    @TempDir
    Path folder;

    private final List<Spool> open = new ArrayList<>();

    @AfterEach
    void close() {
        open.forEach(Spool::close);
    }

    @Test
    void shouldGiveEveryLaneALogOfItsOwn() throws Exception {
        var spool = open("a");
        log(spool, "plant", 1).append(ROUTE, message(1));
        log(spool, "plant", 2).append(ROUTE, message(2));
        log(spool, "../plant", 1).append(ROUTE, message(3));
        spool.reassign(message -> {});
        spool.close();

        var next = open("a");
        assertThat(waiting(next, "plant", 1)).containsExactly(1L);
        assertThat(waiting(next, "plant", 2)).containsExactly(2L);
        assertThat(waiting(next, "../plant", 1)).containsExactly(3L);
    }

    @Test
    void shouldHandOverByTimeOfArrivalWhatWaitsInAnotherLayout() throws Exception {
        leaveInTwoLanes("a");

        var next = open("b");
        assertThat(waiting(next, "plant", 1)).isEmpty();
        assertThat(replayed(next)).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
        next.close();
        assertThat(replayed(open("b"))).isEmpty();
    }

    @Test
    void shouldReassignWhatWaitsWhereTheLayoutChangedWhileItWasOpen() throws Exception {
        leaveInTwoLanes("a");
        var changing = open("a");
        changing.reassign(message -> {});
        changing.reassignAtNextStart();
        log(changing, "added", 1).append(ROUTE, message(7));
        changing.close();

        assertThat(replayed(open("a"))).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
    }

    @Test
    void shouldOpenTheLogsOfADatabaseAgainThatWereReleased() throws Exception {
        var spool = open("a");
        log(spool, "plant", 1).append(ROUTE, message(1));
        log(spool, "other", 1).append(ROUTE, message(2));
        spool.release("plant");

        assertThat(waiting(spool, "plant", 1)).containsExactly(1L);
    }

    /** A start that fails, or dies, while it reassigns spooled messages. */
    @Test
    void shouldKeepWhatWaitsUntilAllOfItIsHandedOver() throws Exception {
        leaveInTwoLanes("a");
        var failing = open("b");
        var log = log(failing, "plant", 1);
        assertThatIllegalStateException()
                .isThrownBy(() -> failing.reassign(logged -> {
                    log.append(logged.routeId(), logged.message());
                    if (logged.message().arrivalMicros() == 4) {
                        throw new IllegalStateException("no room");
                    }
                }));
        failing.close();

        var next = open("b");
        assertThat(waiting(next, "plant", 1)).isEmpty();
        assertThat(replayed(next)).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
    }

    @Test
    void shouldFindWhatWaitsAlsoWhereItsIndexIsGone() throws Exception {
        leaveInTwoLanes("a");
        Files.delete(folder.resolve("current"));
        var failing = open("a");
        log(failing, "plant", 1);
        failing.close();

        assertThat(replayed(open("a"))).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
    }

    /** An older one is complete, and a newer one was begun when the process died. */
    @ParameterizedTest
    @ValueSource(strings = {"", "1"})
    void shouldFindWhatWaitsInAllGenerationsWhereItsIndexSaysNothing(String index) throws Exception {
        for (int i = 0; i < 9; i++) {
            replayed(open(Integer.toString(i))); // so that the generation's number has two digits
            close();
        }
        leaveInTwoLanes("a");
        var failing = open("b");
        log(failing, "plant", 1).append(ROUTE, message(1));
        close();
        Files.createDirectories(folder.resolve("1/plant/1"));
        Files.writeString(folder.resolve("current"), index);
        var dying = open("a");
        log(dying, "plant", 1);
        assertThatIllegalStateException()
                .isThrownBy(() -> dying.reassign(logged -> {
                    throw new IllegalStateException("dead");
                }));
        close();

        assertThat(replayed(open("a"))).containsExactly(1L, 1L, 2L, 3L, 4L, 5L, 6L);
        close();
        assertThat(replayed(open("a"))).isEmpty();
    }

    @Test
    void shouldReassignMessagesThatFillTheSpool() throws Exception {
        leaveInTwoLanes("a");
        var next = Spool.open(folder, "b", new SpoolSettings(100, Long.MAX_VALUE, 4_096));
        open.add(next);
        var log = log(next, "plant", 1);

        next.reassign(logged -> assertThat(
                        log.append(logged.routeId(), logged.message()).number())
                .isPositive());

        assertThat(log.append(ROUTE, message(7)).status()).isEqualTo(Status.NO_ROOM);
    }

    @Test
    void shouldRememberTheKeysOfEachDatabase() throws Exception {
        var first = open("a");
        commitMark(first, "one", new HighWaterMark(1, 10));
        commitMark(first, "other", new HighWaterMark(2, 20));
        first.reassign(message -> {});
        first.close();

        for (var layout : List.of("a", "b", "c", "c")) {
            var next = open(layout);
            log(next, "one", 1);
            log(next, "other", 1);
            next.reassign(message -> {});
            assertThat(HighWaterMark.latest(next.marks("one"))).isEqualTo(new HighWaterMark(1, 10));
            assertThat(HighWaterMark.latest(next.marks("other"))).isEqualTo(new HighWaterMark(2, 20));
            assertThat(HighWaterMark.latest(next.marks("third"))).isEqualTo(HighWaterMark.NONE);
            next.close();
        }
    }

    /** A clock was wrong by years when these messages came. */
    @Test
    void shouldTellOfAMarkFarAheadOnlyOnce() throws Exception {
        long years = EpochClock.SYSTEM.micros() + Duration.ofDays(3_650).toNanos() / 1_000;
        var first = open("a");
        var log = log(first, "one", 1);
        first.reassign(message -> {});
        log.append(ROUTE, message(1));
        log.commit(1, new HighWaterMark(years, years));
        first.close();

        for (var layout : List.of("a", "b")) {
            var next = open(layout);
            log(next, "one", 1);
            next.reassign(message -> {});
            assertThat(HighWaterMark.latest(next.marks("one")))
                    .isEqualTo(layout.equals("a") ? new HighWaterMark(years, years) : HighWaterMark.NONE);
            next.close();
        }
    }

    /** A subtable of many rows a second has keys far ahead of a clock that is right. */
    @ParameterizedTest
    @ValueSource(strings = {"a", "b"})
    void shouldKeepAKeyFarAheadOfARightClock(String layout) throws Exception {
        long now = EpochClock.SYSTEM.micros();
        var mark = new HighWaterMark(now, now + Duration.ofMinutes(10).toNanos() / 1_000);
        var first = open("a");
        commitMark(first, "one", mark);
        first.reassign(message -> {});
        first.close();

        for (int start = 0; start < 3; start++) {
            var next = open(layout);
            var log = log(next, "one", 1);
            next.reassign(message -> {});
            assertThat(HighWaterMark.latest(next.marks("one"))).isEqualTo(mark);
            log.commit(log.append(ROUTE, message(2)).number(), new HighWaterMark(now, HighWaterMark.NONE.key()));
            next.close();
        }
    }

    /** The first lane belongs to a fast subtable; the second is idle since a clock was wrong by an hour. */
    @ParameterizedTest
    @ValueSource(strings = {"a", "b"})
    void shouldKeepAKeyFarAheadBesideTheMarkOfAWrongClock(String layout) throws Exception {
        long now = EpochClock.SYSTEM.micros();
        long minute = Duration.ofMinutes(1).toNanos() / 1_000;
        var fast = new HighWaterMark(now, now + 20 * minute);
        var first = open("a");
        var lane = log(first, "one", 1);
        lane.commit(lane.append(ROUTE, message(1)).number(), fast);
        var idle = log(first, "one", 2);
        idle.commit(idle.append(ROUTE, message(2)).number(), new HighWaterMark(now + 60 * minute, now + 60 * minute));
        first.reassign(message -> {});
        first.close();

        for (int start = 0; start < 3; start++) {
            var next = open(layout);
            log(next, "one", 1);
            log(next, "one", 2);
            next.reassign(message -> {});
            assertThat(HighWaterMark.latestWithoutAhead(next.marks("one"), now)).isEqualTo(fast);
            next.close();
        }
    }

    @Test
    void shouldReplaceAMarkFarAhead() throws Exception {
        long now = EpochClock.SYSTEM.micros();
        long years = now + Duration.ofDays(3_650).toNanos() / 1_000;
        var first = open("a");
        var log = log(first, "one", 1);
        first.reassign(message -> {});
        log.append(ROUTE, message(1));
        log.append(ROUTE, message(2));
        log.commit(1, new HighWaterMark(years, years));
        log.commit(2, new HighWaterMark(now, HighWaterMark.NONE.key()));
        first.close();

        var next = open("a");
        log(next, "one", 1);

        assertThat(HighWaterMark.latest(next.marks("one"))).isEqualTo(new HighWaterMark(now, HighWaterMark.NONE.key()));
    }

    @Test
    void shouldBeOpenOnceOnly() throws Exception {
        var first = open("a");

        assertThatIOException().isThrownBy(() -> open("a")).withMessageContaining("is in use");

        first.close();
        assertThat(waiting(open("a"), "plant", 1)).isEmpty();
    }

    private void leaveInTwoLanes(String layout) throws IOException {
        var spool = open(layout);
        var one = log(spool, "plant", 1);
        var other = log(spool, "plant", 2);
        for (var log : List.of(one, other, other, one, other, one)) {
            long number = log == one ? ++ones : ++others;
            assertThat(log.append(ROUTE, message(++arrivals)).number()).isEqualTo(number);
        }
        spool.reassign(message -> {});
        spool.close();
    }

    private long ones;
    private long others;
    private long arrivals;

    private static void commitMark(Spool spool, String database, HighWaterMark mark) {
        var log = log(spool, database, 1);
        log.append(ROUTE, message(1));
        log.commit(1, mark);
    }

    private static List<Long> replayed(Spool spool) {
        var arrivals = new ArrayList<Long>();
        spool.reassign(logged -> arrivals.add(logged.message().arrivalMicros()));
        return arrivals;
    }

    private static List<Long> waiting(Spool spool, String database, int lane) {
        var arrivals = new ArrayList<Long>();
        spool.log(database, lane)
                .forEachWaiting(logged -> arrivals.add(logged.message().arrivalMicros()));
        return arrivals;
    }

    private static MessageLog log(Spool spool, String database, int lane) {
        var log = spool.log(database, lane);
        log.forEachWaiting(message -> {});
        return log;
    }

    private Spool open(String layout) throws IOException {
        var spool = Spool.open(folder, layout, SETTINGS);
        open.add(spool);
        return spool;
    }
}
