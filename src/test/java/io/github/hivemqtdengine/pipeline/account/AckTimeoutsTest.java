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

    private final AtomicLong piledUp = new AtomicLong();
    private final AckTimeouts watch = new AckTimeouts(piledUp::get, MOST);
    private final PendingAck pendingAck = new PendingAck(Stage.SETTLED);
    private final List<End> ends = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        watch.close();
    }

    @Test
    void shouldEndWhenTheReceiptArrives() {
        watch.await(pendingAck, LONG, ends::add);
        assertThat(ends).isEmpty();

        pendingAck.arrived();

        assertThat(ends).containsExactly(End.ARRIVED);
    }

    @Test
    void shouldEndAtOnceWhereTheReceiptIsRefusedAlready() {
        pendingAck.refuse();

        watch.await(pendingAck, LONG, ends::add);

        assertThat(ends).containsExactly(End.REFUSED);
    }

    @Test
    void shouldEndOnceWhenItIsOverdueAndArrivesLater() {
        watch.await(pendingAck, Duration.ZERO, ends::add);
        await().until(() -> !ends.isEmpty());

        pendingAck.arrived();

        assertThat(ends).containsExactly(End.OVERDUE);
    }

    @Test
    void shouldEndWhenTooMuchHasPiledUp() {
        watch.await(pendingAck, LONG, ends::add);

        piledUp.set(MOST + 1);

        await().until(() -> ends, ends -> ends.equals(List.of(End.OVERDUE)));
    }

    @Test
    void shouldWaitOnWhereLittleHasPiledUp() {
        watch.await(pendingAck, LONG, ends::add);
        piledUp.set(MOST);
        var other = new CopyOnWriteArrayList<End>();
        watch.await(new PendingAck(Stage.SETTLED), Duration.ofSeconds(1), other::add);

        await().until(() -> !other.isEmpty());
        assertThat(ends).isEmpty();
        pendingAck.arrived();

        assertThat(ends).containsExactly(End.ARRIVED);
    }

    @Test
    void shouldEndAllWhenItCloses() {
        watch.await(pendingAck, LONG, ends::add);

        watch.close();
        watch.await(new PendingAck(Stage.SETTLED), LONG, ends::add);

        assertThat(ends).containsExactly(End.OVERDUE, End.OVERDUE);
    }
}
