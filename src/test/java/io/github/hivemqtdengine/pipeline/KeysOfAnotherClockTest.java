// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.Routing.SharedTables;
import io.github.hivemqtdengine.pipeline.account.MappedMessage;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.account.RouteAccount;
import io.github.hivemqtdengine.pipeline.delivery.TimestampAllocator;
import io.github.hivemqtdengine.pipeline.queue.HighWaterMark;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.route.conversion.MappingException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The keys of a clock that was far ahead move no rows of the right one. */
class KeysOfAnotherClockTest {

    private static final long NOW = 1_700_000_000_000_000L;
    private static final long YEARS_AHEAD = NOW + 300_000_000_000_000L;
    private static final long MILLI = 1_000;
    private static final long MINUTE = 60_000_000;

    private final AtomicLong system = new AtomicLong(NOW);
    private final TestRoute route = TestRoute.arrivalRoute("a");
    private final RouteAccount account = new RouteAccount("a", new PipelineMetrics() {});
    private final TimestampAllocator keys = timeKeys();

    @Test
    void shouldFollowTheKeysOfAnEarlierProcessWithinTheTolerance() throws Exception {
        assertThat(keys.startAfter(List.of(new HighWaterMark(NOW, NOW + MINUTE))))
                .isTrue();

        assertThat(key("x", NOW)).isGreaterThan(NOW + MINUTE);
    }

    @Test
    void shouldNotFollowKeysOfAnEarlierProcessThatAreFarAhead() throws Exception {
        assertThat(keys.startAfter(List.of(new HighWaterMark(YEARS_AHEAD, YEARS_AHEAD))))
                .isFalse();

        assertThat(key("x", NOW)).isEqualTo(NOW);
        assertThat(keys.latest().key()).isBetween(NOW, NOW + MINUTE);
    }

    @Test
    void shouldNotFollowMessagesThatWaitedWithStampsFarAhead() throws Exception {
        assertThat(key("x", NOW)).isEqualTo(NOW);
        assertThat(key("x", YEARS_AHEAD)).isEqualTo(YEARS_AHEAD);
        assertThat(key("x", YEARS_AHEAD)).isEqualTo(YEARS_AHEAD + MILLI);
        assertThat(key("x", NOW)).isEqualTo(NOW + MILLI);
        assertThat(key("new", NOW)).isEqualTo(NOW);
        assertThat(keys.latest().key()).isBetween(NOW, NOW + MINUTE);
    }

    @Test
    void shouldFollowAClockThatStepsBack() throws Exception {
        system.set(YEARS_AHEAD);
        assertThat(key("x", YEARS_AHEAD)).isEqualTo(YEARS_AHEAD);
        assertThat(keys.latest().key()).isGreaterThan(YEARS_AHEAD);
        system.set(NOW);

        assertThat(key("x", NOW)).isEqualTo(NOW);
        assertThat(key("x", NOW)).isEqualTo(NOW + MILLI);
        assertThat(key("x", YEARS_AHEAD)).isEqualTo(YEARS_AHEAD + MILLI); // waited
        assertThat(keys.latest().key()).isBetween(NOW, NOW + MINUTE);
    }

    /** The capacity of the memory is exceeded, so that what was forgotten is known by its latest tick only. */
    @Test
    void shouldFollowItWithMoreSubtablesThanAreRemembered() throws Exception {
        system.set(YEARS_AHEAD);
        for (int i = 0; i < 200_000; i++) {
            key("s" + i, YEARS_AHEAD);
        }
        system.set(NOW);

        assertThat(key("x", NOW)).isEqualTo(NOW);
        assertThat(key("s0", NOW)).isEqualTo(NOW);
    }

    /** The clock tells these minutes twice. */
    @Test
    void shouldAvoidTheKeysItKnowsWhereTheClockComesAgain() throws Exception {
        assertThat(key("x", NOW)).isEqualTo(NOW);
        system.set(NOW + 10 * MINUTE);
        assertThat(key("x", NOW + 10 * MINUTE)).isEqualTo(NOW + 10 * MINUTE);
        system.set(NOW);

        assertThat(key("x", NOW)).isEqualTo(NOW + MILLI);
        assertThat(key("x", NOW + MILLI)).isEqualTo(NOW + 2 * MILLI);
        assertThat(key("x", NOW + 10 * MINUTE)).isEqualTo(NOW + 10 * MINUTE + MILLI);
    }

    /** A subtable of more than 1,000 rows a second; the clock is right all the time. */
    @Test
    void shouldFollowTheKeysOfAnEarlierProcessThatAreFarAheadOfARightClock() throws Exception {
        long last = 0;
        for (int i = 0; i < 350_000; i++) {
            system.addAndGet(MILLI / 10);
            last = key("x", system.get());
        }
        assertThat(last).isGreaterThan(system.get() + 5 * MINUTE);

        var next = timeKeys();
        assertThat(next.startAfter(List.of(keys.latest()))).isTrue();

        assertThat(key(next, "x", system.addAndGet(2 * MINUTE))).isGreaterThan(last);
    }

    /** Its messages were keyed and wait for their database, while another lane commits older ones. */
    @Test
    void shouldTellOfTheTimesOfArrivalThatAWrongClockChoseKeysFor() throws Exception {
        system.set(YEARS_AHEAD);
        key("x", YEARS_AHEAD);
        var mark = keys.latest().max(new HighWaterMark(NOW, HighWaterMark.NONE.key()));
        system.set(NOW);

        assertThat(timeKeys().startAfter(List.of(mark))).isFalse();
    }

    /** One lane has been idle since a clock was wrong; the clock of the other, with a fast subtable, was right. */
    @Test
    void shouldFollowTheKeysOfOneLaneWhereAnotherHasThoseOfAWrongClock() throws Exception {
        var fast = new HighWaterMark(NOW, NOW + 20 * MINUTE);
        var idle = new HighWaterMark(NOW + 60 * MINUTE, NOW + 60 * MINUTE);

        assertThat(keys.startAfter(List.of(fast, idle))).isFalse();

        assertThat(key("x", NOW)).isBetween(NOW + 20 * MINUTE, NOW + 21 * MINUTE);
        assertThat(key("x", NOW + 60 * MINUTE)).as("waited").isGreaterThan(NOW + 60 * MINUTE);
    }

    private TimestampAllocator timeKeys() {
        return new TimestampAllocator(
                () -> SharedTables.NONE.and(RouteTable.of(List.of(route))).of("db"), system::get);
    }

    private long key(String subtable, long arrival) throws MappingException {
        return key(keys, subtable, arrival);
    }

    /** Returns the key in a database of milliseconds, epoch microseconds. */
    private long key(TimestampAllocator keys, String subtable, long arrival) throws MappingException {
        var message = message("a/" + subtable, "1", arrival);
        var mapped = new MappedMessage(
                new QueuedMessage(account, message), route, route.rows(message, (event, subject) -> {}));
        return keys.assign(mapped, Precision.MILLISECONDS).rows().get(0).timestamp() / 1_000;
    }
}
