package io.github.hivemqtdengine.pipeline.account;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.pipeline.account.Receipt.Stage;
import io.github.hivemqtdengine.pipeline.account.ReceiptWatch.End;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReceiptWatchTest {

    private static final Duration LONG = Duration.ofHours(1);

    private static final long MOST = 1_000;

    private final AtomicLong piledUp = new AtomicLong();
    private final ReceiptWatch watch = new ReceiptWatch(piledUp::get, MOST);
    private final Receipt receipt = new Receipt(Stage.SETTLED);
    private final List<End> ends = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        watch.close();
    }

    @Test
    void shouldEndWhenTheReceiptArrives() {
        watch.await(receipt, LONG, ends::add);
        assertThat(ends).isEmpty();

        receipt.arrived();

        assertThat(ends).containsExactly(End.ARRIVED);
    }

    @Test
    void shouldEndAtOnceWhereTheReceiptIsRefusedAlready() {
        receipt.refuse();

        watch.await(receipt, LONG, ends::add);

        assertThat(ends).containsExactly(End.REFUSED);
    }

    @Test
    void shouldEndOnceWhenItIsOverdueAndArrivesLater() {
        watch.await(receipt, Duration.ZERO, ends::add);
        await().until(() -> !ends.isEmpty());

        receipt.arrived();

        assertThat(ends).containsExactly(End.OVERDUE);
    }

    @Test
    void shouldEndWhenTooMuchHasPiledUp() {
        watch.await(receipt, LONG, ends::add);

        piledUp.set(MOST + 1);

        await().until(() -> ends, ends -> ends.equals(List.of(End.OVERDUE)));
    }

    @Test
    void shouldWaitOnWhereLittleHasPiledUp() {
        watch.await(receipt, LONG, ends::add);
        piledUp.set(MOST);
        var other = new CopyOnWriteArrayList<End>();
        watch.await(new Receipt(Stage.SETTLED), Duration.ofSeconds(1), other::add);

        await().until(() -> !other.isEmpty());
        assertThat(ends).isEmpty();
        receipt.arrived();

        assertThat(ends).containsExactly(End.ARRIVED);
    }

    @Test
    void shouldEndAllWhenItCloses() {
        watch.await(receipt, LONG, ends::add);

        watch.close();
        watch.await(new Receipt(Stage.SETTLED), LONG, ends::add);

        assertThat(ends).containsExactly(End.OVERDUE, End.OVERDUE);
    }
}
