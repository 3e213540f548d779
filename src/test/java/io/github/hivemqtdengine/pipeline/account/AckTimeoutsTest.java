// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.account;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.pipeline.account.AckTimeouts.End;
import io.github.hivemqtdengine.pipeline.account.PendingAck.Stage;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AckTimeoutsTest {

    private static final Duration LONG = Duration.ofHours(1);

    private static final long MOST = 1_000;

    private final AtomicLong waitingBytes = new AtomicLong();
    private final AckTimeouts timeouts = new AckTimeouts(waitingBytes::get, MOST);
    private final PendingAck pendingAck = new PendingAck(Stage.COMPLETED);
    private final List<End> ends = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        timeouts.close();
    }

    @Test
    void shouldEndWhenThePendingAckArrives() {
        timeouts.await(pendingAck, LONG, ends::add);
        assertThat(ends).isEmpty();

        pendingAck.arrived();

        assertThat(ends).containsExactly(End.ARRIVED);
    }

    @Test
    void shouldEndWhenTheDelayOfAPendingAckThatHasArrivedIsOver() {
        var soon = new PendingAck(Stage.COMPLETED);
        soon.delay(1_000_000);
        pendingAck.delay(LONG.toNanos());
        for (var delayed : List.of(pendingAck, soon)) {
            timeouts.await(delayed, LONG, ends::add);
            delayed.arrived();
        }

        await().until(soon::hasArrived);
        await().until(() -> ends, ends -> ends.equals(List.of(End.ARRIVED)));
        assertThat(pendingAck.hasArrived()).isFalse();
    }

    @Test
    void shouldEndAtOnceIfADelayedPendingAckIsRefused() {
        pendingAck.delay(LONG.toNanos());
        timeouts.await(pendingAck, LONG, ends::add);

        pendingAck.refuse();

        assertThat(ends).containsExactly(End.REFUSED);
    }

    @Test
    void shouldKeepTheLongestOfSeveralDelays() {
        pendingAck.delay(LONG.toNanos());
        pendingAck.delay(1);
        pendingAck.arrived();

        assertThat(pendingAck.hasArrived()).isFalse();
        assertThat(pendingAck.remainingDelay()).isGreaterThan(1);
    }

    @Test
    void shouldEndAsOverdueWhileADelayLasts() {
        pendingAck.delay(LONG.toNanos());
        pendingAck.arrived();
        timeouts.await(pendingAck, Duration.ZERO, ends::add);

        await().until(() -> ends, ends -> ends.equals(List.of(End.OVERDUE)));
    }

    @Test
    void shouldEndAsOverdueWhenItClosesWhileADelayLasts() {
        pendingAck.delay(LONG.toNanos());
        pendingAck.arrived();
        timeouts.await(pendingAck, LONG, ends::add);

        timeouts.close();

        assertThat(ends).containsExactly(End.OVERDUE);
    }

    @Test
    void shouldEndAtOnceIfThePendingAckIsRefusedAlready() {
        pendingAck.refuse();

        timeouts.await(pendingAck, LONG, ends::add);

        assertThat(ends).containsExactly(End.REFUSED);
    }

    @Test
    void shouldEndOnceWhenItIsOverdueAndArrivesLater() {
        timeouts.await(pendingAck, Duration.ZERO, ends::add);
        await().until(() -> !ends.isEmpty());

        pendingAck.arrived();

        assertThat(ends).containsExactly(End.OVERDUE);
    }

    @Test
    void shouldEndWhenTooManyBytesWait() {
        timeouts.await(pendingAck, LONG, ends::add);

        waitingBytes.set(MOST + 1);

        await().until(() -> ends, ends -> ends.equals(List.of(End.OVERDUE)));
    }

    @Test
    void shouldKeepWaitingWhileFewBytesWait() {
        timeouts.await(pendingAck, LONG, ends::add);
        waitingBytes.set(MOST);
        var other = new CopyOnWriteArrayList<End>();
        timeouts.await(new PendingAck(Stage.COMPLETED), Duration.ofSeconds(1), other::add);

        await().until(() -> !other.isEmpty());
        assertThat(ends).isEmpty();
        pendingAck.arrived();

        assertThat(ends).containsExactly(End.ARRIVED);
    }

    @Test
    void shouldEndAllWhenItCloses() {
        timeouts.await(pendingAck, LONG, ends::add);

        timeouts.close();
        timeouts.await(new PendingAck(Stage.COMPLETED), LONG, ends::add);

        assertThat(ends).containsExactly(End.OVERDUE, End.OVERDUE);
    }
}
