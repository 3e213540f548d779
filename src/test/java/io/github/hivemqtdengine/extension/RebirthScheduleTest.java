// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.extension.RebirthSchedule.Node;
import io.github.hivemqtdengine.extension.RebirthSchedule.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RebirthScheduleTest {

    private static final String C = "client";
    private static final Node E = new Node("G", "E");

    private long nanos = Long.MAX_VALUE - 1_000; // a clock that overflows
    private final RebirthSchedule schedule = new RebirthSchedule(() -> nanos);

    @Test
    void shouldAskANodeOnceInAMinuteThoughManyMessagesNeedIt() {
        assertThat(schedule.add(C, E, "first")).isTrue();
        assertThat(schedule.add(C, E, "second")).isFalse();
        assertThat(schedule.poll()).isEqualTo(new Request(E, "first"));

        for (int i = 0; i < 59; i++) {
            pass(Duration.ofSeconds(1));
            assertThat(schedule.add(C, E, "more")).isFalse();
            assertThat(schedule.poll()).isNull();
        }
        pass(Duration.ofSeconds(1));
        assertThat(schedule.add(C, E, "next")).isTrue();
        assertThat(schedule.poll()).isEqualTo(new Request(E, "next"));
    }

    @Test
    void shouldDoubleTheIntervalToAnHourUntilTheNodeIsBorn() {
        assertThat(minutesBetweenRequests(9)).containsExactly(1, 2, 4, 8, 16, 32, 60, 60, 60);

        schedule.born(C, E);

        assertThat(schedule.add(C, E, "too early")).isFalse();
        assertThat(minutesBetweenRequests(3)).containsExactly(1, 1, 2);
    }

    /** Returns the minutes until each of the next requests may follow the one before. */
    private List<Integer> minutesBetweenRequests(int requests) {
        if (schedule.add(C, E, "first")) {
            assertThat(schedule.poll()).isNotNull();
        }
        var minutes = new ArrayList<Integer>();
        for (int i = 0; i < requests; i++) {
            int waited = 0;
            do {
                pass(Duration.ofMinutes(1));
                waited++;
            } while (!schedule.add(C, E, "again"));
            assertThat(schedule.poll()).isNotNull();
            minutes.add(waited);
        }
        return minutes;
    }

    @Test
    void shouldNotAskANodeThatWasBornMeanwhile() {
        schedule.add(C, E, "unknown alias");
        schedule.born(C, E);

        assertThat(schedule.poll()).isNull();
        assertThat(schedule.add(C, E, "unknown alias")).isTrue();
    }

    @Test
    void shouldAskFiveNodesInASecondInOrder() {
        for (int i = 0; i < 12; i++) {
            assertThat(schedule.add(C, node(i), "cause")).isTrue();
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
        for (int i = 0; i < RebirthSchedule.MAX_WAITING; i++) {
            assertThat(schedule.add(C, node(i), "cause")).isTrue();
        }
        assertThat(schedule.add(C, E, "cause")).isFalse();

        assertThat(schedule.poll()).isNotNull();
        assertThat(schedule.add(C, E, "cause")).isTrue();
    }

    @Test
    void shouldRememberTheNodesThatWereAskedLately() {
        int nodes = RebirthSchedule.ASKED;
        for (int i = 0; i < nodes; i++) {
            assertThat(schedule.add(C, node(i), "cause")).isTrue();
            assertThat(schedule.poll()).isNotNull();
            pass(Duration.ofMillis(200));
        }

        assertThat(schedule.add(C, node(nodes - 1), "cause")).isFalse();
        assertThat(schedule.add(C, node(0), "cause")).isTrue();
    }

    @Test
    void shouldServeOtherClientsWhileOneInventsNodes() {
        for (int i = 0; i < 3 * RebirthSchedule.MAX_WAITING; i++) {
            schedule.add("inventor", node(i), "cause");
        }

        assertThat(schedule.add(C, E, "cause")).isTrue();
        assertThat(schedule.add("inventor", node(-1), "cause")).isFalse();

        assertThat(pollAll()).hasSize(RebirthSchedule.PER_SECOND).contains(E);
    }

    @Test
    void shouldDivideTheRoomWhereClientsWantAllOfIt() {
        for (int i = 0; i < RebirthSchedule.MAX_WAITING; i++) {
            schedule.add("first", node(i), "cause");
        }
        int room = 0;
        while (schedule.add("second", new Node("H", "node " + room), "cause")) {
            room++;
        }

        assertThat(room).isEqualTo(RebirthSchedule.MAX_WAITING / 2);
        assertThat(pollAll()).filteredOn(node -> node.group().equals("H")).hasSizeBetween(2, 3);
    }

    @Test
    void shouldKeepTheIntervalOfANodeWhateverOtherClientsSendOnItsTopics() {
        for (int minute = 0; minute < 200; minute++) {
            pass(Duration.ofMinutes(1));
            schedule.add("other", E, "cause");
            schedule.poll();
        }
        pass(Duration.ofMinutes(1));

        assertThat(minutesBetweenRequests(3)).containsExactly(1, 2, 4);
    }

    @Test
    void shouldAskANodeOnceThoughMessagesOfTwoClientsNeedIt() {
        assertThat(schedule.add(C, E, "first")).isTrue();
        assertThat(schedule.add("other", E, "second")).isTrue();

        assertThat(pollAll()).containsExactly(E);
        pass(Duration.ofSeconds(59));
        assertThat(schedule.add("other", E, "third")).isFalse();
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
