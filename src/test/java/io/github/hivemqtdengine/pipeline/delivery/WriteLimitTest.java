// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.time.StopSignal;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(60)
class WriteLimitTest {

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    private final StopSignal stop = new StopSignal();
    private final WriteLimit limit = new WriteLimit("db", 8, stop);

    @Test
    void shouldBeHalvedByCongestionDownToTwo() throws Exception {
        for (int allowed : new int[] {4, 2, 2}) {
            failOne(FailureKind.CONGESTED);

            assertThat(limit.allowed()).isEqualTo(allowed);
        }
    }

    @Test
    void shouldLetTheOnlyLaneWrite() throws Exception {
        var narrow = new WriteLimit("db", 1, stop);
        narrow.recordFailure(narrow.begin(), failure(FailureKind.CONGESTED));

        assertThat(narrow.allowed()).isEqualTo(1);
    }

    @Test
    void shouldBeHalvedOnceForWritesThatWereUnderWayTogether() throws Exception {
        var rounds = new int[8];
        for (int i = 0; i < rounds.length; i++) {
            rounds[i] = limit.begin();
        }

        for (int round : rounds) {
            limit.recordFailure(round, failure(FailureKind.CONGESTED));
            limit.end();
        }

        assertThat(limit.allowed()).isEqualTo(4);
    }

    @Test
    void shouldNotMindOtherFailures() throws Exception {
        for (var kind : FailureKind.values()) {
            if (kind != FailureKind.CONGESTED) {
                failOne(kind);
            }
        }

        assertThat(limit.allowed()).isEqualTo(8);
    }

    @Test
    void shouldGrowByOneWithEachRoundOfWritesThatSucceedUpToTheLanes() throws Exception {
        failOne(FailureKind.CONGESTED);

        succeed(3);
        assertThat(limit.allowed()).isEqualTo(4);
        succeed(1);
        assertThat(limit.allowed()).isEqualTo(5);
        succeed(5);
        assertThat(limit.allowed()).isEqualTo(6);
        succeed(100);
        assertThat(limit.allowed()).isEqualTo(8);
    }

    @Test
    void shouldLetAWriteBeginAsSoonAsAnotherEnds() throws Exception {
        var narrow = new WriteLimit("db", 1, stop, Duration.ofHours(1));
        narrow.begin();
        var begun = new CompletableFuture<Integer>();
        start(() -> begun.complete(beginQuietly(narrow)));
        await().until(() -> narrow.waiting() == 1);

        narrow.end();

        assertThat(begun).succeedsWithin(Duration.ofSeconds(30));
    }

    @Test
    void shouldLetTheLaneWriteThatWaitsLongest() throws Exception {
        var narrow = new WriteLimit("db", 1, stop, Duration.ofNanos(100_000));
        narrow.begin();
        var turns = new CopyOnWriteArrayList<Integer>();
        for (int lane = 0; lane < 6; lane++) {
            int number = lane;
            start(() -> {
                beginQuietly(narrow);
                turns.add(number);
                narrow.end();
            });
            await().until(() -> narrow.waiting() == number + 1);
        }

        narrow.end();

        await().untilAsserted(() -> assertThat(turns).containsExactly(0, 1, 2, 3, 4, 5));
    }

    @Test
    void shouldNeverLetMoreWriteAtOnceThanAreAllowed() throws Exception {
        failOne(FailureKind.CONGESTED);
        failOne(FailureKind.CONGESTED);
        var gate = new CountDownLatch(1);
        var writing = new AtomicInteger();
        var most = new AtomicInteger();
        var written = new AtomicInteger();
        for (int lane = 0; lane < 8; lane++) {
            start(() -> {
                for (int write = 0; write < 100; write++) {
                    beginQuietly(limit);
                    most.accumulateAndGet(writing.incrementAndGet(), Math::max);
                    awaitQuietly(gate);
                    writing.decrementAndGet();
                    limit.end();
                    written.incrementAndGet();
                }
            });
        }
        await().until(() -> limit.waiting() == 6);

        gate.countDown();

        await().until(() -> written.get() == 800);
        assertThat(most).hasValue(2);
    }

    @Test
    void shouldNotWaitBeyondTheDrain() throws Exception {
        var narrow = new WriteLimit("db", 1, stop);
        narrow.begin();
        stop.stopWithin(Duration.ofMillis(20));

        assertThatThrownBy(narrow::begin)
                .isInstanceOf(WriteException.class)
                .hasMessageContaining("database db is overloaded");
    }

    @Test
    void shouldSayOnceThatTheDatabaseIsOverloaded() throws Exception {
        for (int i = 0; i < 10; i++) {
            failOne(FailureKind.CONGESTED);
        }

        assertThat(log.lines())
                .filteredOn(line -> line.contains("overloaded"))
                .containsExactly("WARN Database \"db\" is overloaded; 4 of 8 lanes may write at once: scripted");
    }

    private void failOne(FailureKind kind) throws WriteException {
        int round = limit.begin();
        limit.recordFailure(round, failure(kind));
        limit.end();
    }

    private void succeed(int writes) throws WriteException {
        for (int i = 0; i < writes; i++) {
            limit.begin();
            limit.recordSuccess();
            limit.end();
        }
    }

    private static void start(Runnable work) {
        var lane = new Thread(work);
        lane.setDaemon(true);
        lane.start();
    }

    private static void awaitQuietly(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static int beginQuietly(WriteLimit limit) {
        try {
            return limit.begin();
        } catch (WriteException e) {
            throw new AssertionError(e);
        }
    }

    private static WriteException failure(FailureKind kind) {
        return new WriteException(kind, "scripted", new IllegalStateException("scripted"));
    }
}
