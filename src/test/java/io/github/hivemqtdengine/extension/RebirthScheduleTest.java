package io.github.hivemqtdengine.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.extension.RebirthSchedule.Node;
import io.github.hivemqtdengine.extension.RebirthSchedule.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RebirthScheduleTest {

    private static final Node E = new Node("G", "E");

    private long nanos = Long.MAX_VALUE - 1_000; // a clock that overflows
    private final RebirthSchedule schedule = new RebirthSchedule(() -> nanos);

    @Test
    void shouldAskANodeOnceInAMinuteThoughManyMessagesNeedIt() {
        assertThat(schedule.add(E, "first")).isTrue();
        assertThat(schedule.add(E, "second")).isFalse();
        assertThat(schedule.poll()).isEqualTo(new Request(E, "first"));

        for (int i = 0; i < 59; i++) {
            pass(Duration.ofSeconds(1));
            assertThat(schedule.add(E, "more")).isFalse();
            assertThat(schedule.poll()).isNull();
        }
        pass(Duration.ofSeconds(1));
        assertThat(schedule.add(E, "next")).isTrue();
        assertThat(schedule.poll()).isEqualTo(new Request(E, "next"));
    }

    @Test
    void shouldDoubleTheIntervalToAnHourUntilTheNodeIsBorn() {
        assertThat(minutesBetweenRequests(9)).containsExactly(1, 2, 4, 8, 16, 32, 60, 60, 60);

        schedule.born(E);

        assertThat(schedule.add(E, "too early")).isFalse();
        assertThat(minutesBetweenRequests(3)).containsExactly(1, 1, 2);
    }

    /** Returns the minutes until each of the next requests may follow the one before. */
    private List<Integer> minutesBetweenRequests(int requests) {
        if (schedule.add(E, "first")) {
            assertThat(schedule.poll()).isNotNull();
        }
        var minutes = new ArrayList<Integer>();
        for (int i = 0; i < requests; i++) {
            int waited = 0;
            do {
                pass(Duration.ofMinutes(1));
                waited++;
            } while (!schedule.add(E, "again"));
            assertThat(schedule.poll()).isNotNull();
            minutes.add(waited);
        }
        return minutes;
    }

    @Test
    void shouldNotAskANodeThatWasBornMeanwhile() {
        schedule.add(E, "unknown alias");
        schedule.born(E);

        assertThat(schedule.poll()).isNull();
        assertThat(schedule.add(E, "unknown alias")).isTrue();
    }

    @Test
    void shouldAskFiveNodesInASecondInOrder() {
        for (int i = 0; i < 12; i++) {
            assertThat(schedule.add(node(i), "cause")).isTrue();
        }

        assertThat(pollAll()).containsExactly(node(0), node(1), node(2), node(3), node(4));
        pass(Duration.ofMillis(999));
        assertThat(pollAll()).isEmpty();
        pass(Duration.ofMillis(1));
        assertThat(pollAll()).containsExactly(node(5), node(6), node(7), node(8), node(9));
        pass(Duration.ofSeconds(10));
        assertThat(pollAll()).containsExactly(node(10), node(11));
    }

    @Test
    void shouldLetAThousandNodesWaitAtMost() {
        for (int i = 0; i < RebirthSchedule.MOST_WAITING; i++) {
            assertThat(schedule.add(node(i), "cause")).isTrue();
        }
        assertThat(schedule.add(E, "cause")).isFalse();

        assertThat(schedule.poll()).isNotNull();
        assertThat(schedule.add(E, "cause")).isTrue();
    }

    @Test
    void shouldForgetTheNodesThatWereAskedLongAgo() {
        int nodes = RebirthSchedule.MOST_ASKED + 1;
        for (int i = 0; i < nodes; i++) {
            assertThat(schedule.add(node(i), "cause")).isTrue();
            assertThat(schedule.poll()).isNotNull();
            pass(Duration.ofMillis(200));
        }

        assertThat(schedule.asked()).isEqualTo(RebirthSchedule.MOST_ASKED);
        assertThat(schedule.add(node(nodes - 1), "cause")).isFalse();
        assertThat(schedule.add(node(0), "cause")).isTrue();
    }

    private List<Node> pollAll() {
        var nodes = new ArrayList<Node>();
        for (var next = schedule.poll(); next != null; next = schedule.poll()) {
            nodes.add(next.node());
        }
        return nodes;
    }

    private static Node node(int number) {
        return new Node("G", "node " + number);
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
    }
}
