// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.Routing.SharedTables;
import io.github.hivemqtdengine.pipeline.account.MappedMessage;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.account.RouteAccount;
import io.github.hivemqtdengine.pipeline.delivery.TimestampAllocator;
import io.github.hivemqtdengine.pipeline.queue.HighWaterMark;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.table.TimestampSettings.EqualTimestamps;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A replayed message has the time of its arrival, and those that arrive now don't notice it. */
class ReplayedKeysTest {

    private static final long LONG_AGO = 5_000_000;
    private static final long NOW = 9_000_000;

    private final RouteAccount account = new RouteAccount("a", new PipelineMetrics() {});

    @ParameterizedTest
    @EnumSource(EqualTimestamps.class)
    void shouldStoreAReplayedMessageAtItsOwnTime(EqualTimestamps onEqual) throws Exception {
        for (var precision : Precision.values()) {
            var route = route("a", onEqual);
            var keys = keys(route);

            assertThat(key(keys, route, arriving(NOW), precision)).isEqualTo(NOW * 1_000);
            assertThat(key(keys, route, replayed(LONG_AGO), precision)).isEqualTo(LONG_AGO * 1_000);
            assertThat(key(keys, route, arriving(NOW + 1_000), precision)).isEqualTo((NOW + 1_000) * 1_000);
        }
    }

    @ParameterizedTest
    @EnumSource(Precision.class)
    void shouldStoreItAtItsOwnTimeWhereSeveralRoutesShareATable(Precision precision) throws Exception {
        var route = route("a", EqualTimestamps.BUMP);
        var keys = keys(route, route("b", EqualTimestamps.BUMP));

        assertThat(key(keys, route, arriving(NOW), precision)).isEqualTo(NOW * 1_000);
        assertThat(key(keys, route, replayed(LONG_AGO), precision)).isEqualTo(LONG_AGO * 1_000);
    }

    /** The mark of an earlier process is later than the message, which has been in the dead letters since then. */
    @Test
    void shouldNotMoveItBehindTheKeysOfAnEarlierProcess() throws Exception {
        var route = route("a", EqualTimestamps.BUMP);
        var keys = keys(route);
        keys.startAfter(List.of(new HighWaterMark(NOW, NOW)));

        assertThat(key(keys, route, replayed(LONG_AGO), Precision.MILLISECONDS)).isEqualTo(LONG_AGO * 1_000);
        assertThat(key(keys, route, arriving(LONG_AGO), Precision.MILLISECONDS)).isGreaterThan(NOW * 1_000);
    }

    @Test
    void shouldNotMoveTheMarkThatALaterProcessStartsBehind() throws Exception {
        var route = route("a", EqualTimestamps.BUMP);
        var keys = keys(route);
        key(keys, route, arriving(NOW), Precision.MILLISECONDS);
        long before = keys.latest().key();

        key(keys, route, replayed(LONG_AGO), Precision.MILLISECONDS);
        key(keys, route, replayed(2 * NOW), Precision.MILLISECONDS); // of a broker whose clock is ahead

        assertThat(keys.latest().key()).isEqualTo(before);
    }

    @Test
    void shouldGiveNoKeyTwiceToWhatIsKnown() throws Exception {
        var route = route("a", EqualTimestamps.BUMP);
        var keys = keys(route);
        key(keys, route, arriving(LONG_AGO), Precision.MILLISECONDS);
        key(keys, route, arriving(LONG_AGO + 1), Precision.MILLISECONDS); // bumped

        assertThat(ticks(keys, route, replayed(LONG_AGO + 2))).isEqualTo(5_002);
        assertThat(ticks(keys, route, replayed(LONG_AGO + 3))).isEqualTo(5_003);
        assertThat(ticks(keys, route, arriving(LONG_AGO + 3_100))).isEqualTo(5_004); // 5,003 is a replayed one's
        assertThat(ticks(keys, route, arriving(NOW))).isEqualTo(9_000);
    }

    @Test
    void shouldRejectAReplayedMessageOnlyWhereItsTimeIsTaken() throws Exception {
        var route = route("a", EqualTimestamps.REJECT);
        var keys = keys(route);
        key(keys, route, arriving(NOW), Precision.MILLISECONDS);

        assertThat(ticks(keys, route, replayed(LONG_AGO))).isEqualTo(5_000);
        assertThatExceptionOfType(MappingException.class)
                .isThrownBy(() -> ticks(keys, route, replayed(NOW + 1)))
                .satisfies(e -> assertThat(e.reason()).isEqualTo(DeadLetterReason.EQUAL_TIMESTAMP));
    }

    private long ticks(TimestampAllocator keys, Route route, InboundMessage message) throws MappingException {
        return Precision.MILLISECONDS.ticks(key(keys, route, message, Precision.MILLISECONDS));
    }

    private long key(TimestampAllocator keys, Route route, InboundMessage message, Precision precision)
            throws MappingException {
        var mapped = new MappedMessage(
                new QueuedMessage(account, message), route, route.rows(message, (event, subject) -> {}));
        return keys.assign(mapped, precision).rows().get(0).timestamp();
    }

    private static InboundMessage arriving(long arrival) {
        return message("a/x", "1", arrival);
    }

    private static InboundMessage replayed(long arrival) {
        return arriving(arrival).asReplayed();
    }

    private static TimestampAllocator keys(Route... routes) {
        return new TimestampAllocator(
                () -> SharedTables.NONE.and(RouteTable.of(List.of(routes))).of("db"));
    }

    private static Route route(String id, EqualTimestamps onEqual) {
        return new TestRoute(id, TopicFilter.parse(id + "/#"), onEqual, null);
    }
}
