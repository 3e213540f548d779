// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Lost;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.metrics.AccountCounter;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.pipeline.account.RejectedMessage;
import io.github.hivemqtdengine.route.IntakeFilter;
import io.github.hivemqtdengine.route.RateLimits;
import io.github.hivemqtdengine.route.RateLimits.Rate;
import io.github.hivemqtdengine.route.Route.IntakeRules;
import io.github.hivemqtdengine.route.Route.TimeKeys;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.testkit.CapturedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Routes with rate limits, of which three messages at once are within the limit and no more for hours. */
class LimitedPipelineTest extends RunningPipelines {

    private static final Rate THREE = new Rate(Duration.ofHours(1), 3);
    private static final RateLimits DROPPING = new RateLimits(THREE, null, Duration.ZERO);

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    @Test
    void shouldDropAndAcknowledgeMessagesAboveTheLimit() {
        var route = new LimitedRoute("r", DROPPING);
        var pipeline = start(settings(1, 10), route);

        var acks = accept(pipeline, 10);

        awaitCompleted(pipeline, "r");
        assertThat(database.values()).isEqualTo(numbers(3));
        assertThat(acks).allMatch(PendingAck::hasArrived);
        assertThat(pipeline.counters("r").received()).isEqualTo(10);
        assertThat(pipeline.counters("r").get(DropReason.RATE_LIMITED)).isEqualTo(7);
        assertThat(pipeline.counters("r").get(AccountCounter.DELAYED_ACKNOWLEDGEMENTS))
                .isZero();
        assertThat(route.lostMessages()).hasSize(7);
        assertThat(log.lines())
                .containsOnlyOnce(
                        "WARN Route \"r\" receives more messages than its rate-limit allows: 1 messages dropped"
                                + " and 0 acknowledgements delayed so far; the latest message is from client \"client\"");
    }

    @Test
    void shouldWithholdTheAcknowledgementsOfMessagesThatWouldWaitTooLong() {
        var pipeline =
                start(settings(1, 10), new LimitedRoute("r", new RateLimits(THREE, null, Duration.ofMinutes(1))));

        var acks = accept(pipeline, 5);

        awaitCompleted(pipeline, "r");
        assertThat(database.values()).isEqualTo(numbers(3));
        assertThat(acks.subList(0, 3)).allMatch(PendingAck::hasArrived);
        assertThat(acks.subList(3, 5)).allMatch(PendingAck::isRefused);
        assertThat(pipeline.counters("r").get(DropReason.RATE_LIMITED)).isEqualTo(2);
    }

    @Test
    void shouldStoreAndAcknowledgeLateWhatWaitsAMoment() {
        var rate = new Rate(Duration.ofMillis(200), 3);
        var pipeline = start(settings(1, 10), new LimitedRoute("r", new RateLimits(rate, null, Duration.ofHours(1))));
        long start = System.nanoTime();

        var acks = accept(pipeline, 6);

        awaitCompleted(pipeline, "r");
        assertThat(database.values()).isEqualTo(numbers(6));
        await().until(() -> acks.get(5).hasArrived());
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(600));
        assertThat(acks).allMatch(PendingAck::hasArrived);
        assertThat(pipeline.counters("r").get(AccountCounter.DELAYED_ACKNOWLEDGEMENTS))
                .isBetween(1L, 3L);
        assertThat(pipeline.counters("r").dropped()).isZero();
    }

    @Test
    void shouldLeaveDelayedAcknowledgementsPendingWhenItCloses() {
        var rate = new Rate(Duration.ofHours(1), 1);
        var pipeline = start(settings(1, 10), new LimitedRoute("r", new RateLimits(rate, null, Duration.ofHours(2))));
        var acks = accept(pipeline, 2);
        awaitCompleted(pipeline, "r");

        pipeline.close();

        assertThat(acks.get(0).hasArrived()).isTrue();
        assertThat(acks.get(1).hasArrived() || acks.get(1).isRefused()).isFalse();
    }

    /** QoS 0, last wills and client events have no acknowledgement. */
    @Test
    void shouldDropWhatHasNoAcknowledgement() {
        var pipeline = start(settings(1, 10), new LimitedRoute("r", new RateLimits(THREE, null, Duration.ofDays(1))));

        publish(pipeline, "a/x", 10);

        awaitCompleted(pipeline, "r");
        assertThat(database.values()).isEqualTo(numbers(3));
        assertThat(pipeline.counters("r").get(DropReason.RATE_LIMITED)).isEqualTo(7);
    }

    @Test
    void shouldLimitOneOfTwoRoutesOnly() {
        var pipeline = start(settings(1, 10), new LimitedRoute("r", DROPPING), TestRoute.arrivalRoute("a"));

        var acks = accept(pipeline, 10);

        awaitCompleted(pipeline, "r");
        awaitCompleted(pipeline, "a");
        assertThat(pipeline.counters("r").stored()).isEqualTo(3);
        assertThat(pipeline.counters("a").stored()).isEqualTo(10);
        assertThat(acks).allMatch(PendingAck::hasArrived);
    }

    /** Otherwise they would fill the dead letters. */
    @Test
    void shouldLimitMessagesThatAreTooLarge() {
        var pipeline = start(settings(1, 10), new LimitedRoute("r", DROPPING));
        var acks = new ArrayList<PendingAck>();

        for (int i = 0; i < 10; i++) {
            var ack = new PendingAck(PendingAck.Stage.COMPLETED);
            acks.add(ack);
            pipeline.reject(
                    pipeline.match("a/x"),
                    RejectedMessage.of(message("a/x", "large"), DeadLetterReason.TOO_LARGE, "too large"),
                    ack);
        }

        assertThat(letters).hasSize(3);
        assertThat(acks).allMatch(PendingAck::hasArrived);
        assertThat(pipeline.counters("r").get(DropReason.RATE_LIMITED)).isEqualTo(7);
        assertThat(pipeline.counters("r").difference()).isZero();
    }

    @Test
    void shouldStoreAllRetainedMessages() {
        var pipeline = start(settings(1, 100), new LimitedRoute("r", DROPPING));

        IntStream.range(0, 50).forEach(i -> pipeline.accept(pipeline.match("a/x"), retained(i)));

        awaitCompleted(pipeline, "r");
        assertThat(pipeline.counters("r").stored()).isEqualTo(50);
    }

    @Test
    void shouldKeepTheStateOfALimitThatAChangeDoesNotChange() {
        var pipeline = start(settings(1, 10), new LimitedRoute("r", DROPPING));
        accept(pipeline, 2);

        pipeline.change(RouteTable.of(List.of(new LimitedRoute("r", DROPPING))), List.of(database));
        accept(pipeline, 10);
        assertThat(pipeline.counters("r").get(DropReason.RATE_LIMITED)).isEqualTo(9);

        var four = new RateLimits(new Rate(Duration.ofHours(1), 4), null, Duration.ZERO);
        pipeline.change(RouteTable.of(List.of(new LimitedRoute("r", four))), List.of(database));
        accept(pipeline, 10);
        assertThat(pipeline.counters("r").get(DropReason.RATE_LIMITED)).isEqualTo(9 + 6);

        pipeline.change(RouteTable.of(List.of(new LimitedRoute("r", RateLimits.NONE))), List.of(database));
        accept(pipeline, 10);
        awaitCompleted(pipeline, "r");
        assertThat(pipeline.counters("r").stored()).isEqualTo(3 + 4 + 10);
    }

    private static List<PendingAck> accept(Pipeline pipeline, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> {
                    var ack = new PendingAck(PendingAck.Stage.COMPLETED);
                    pipeline.accept(pipeline.match("a/x"), message("a/x", Integer.toString(i), 1_000_000L + i), ack);
                    return ack;
                })
                .toList();
    }

    private static InboundMessage retained(int number) {
        return new InboundMessage(
                "a/x", new byte[] {'1'}, "", null, 1, true, false, Mqtt5Properties.NONE, 1_000_000L + number);
    }

    /** A route with limits that stores payloads as its only column. */
    private record LimitedRoute(String id, RateLimits rateLimits, List<InboundMessage> lostMessages)
            implements BareRoute {

        private static final TestRoute ROWS = TestRoute.arrivalRoute("r");

        LimitedRoute(String id, RateLimits rateLimits) {
            this(id, rateLimits, new ArrayList<>());
        }

        @Override
        public void lost(Lost lost) {
            lostMessages.add(lost.message());
        }

        @Override
        public List<TableHandle> tables() {
            return ROWS.tables();
        }

        @Override
        public IntakeRules intake() {
            return new IntakeRules(Set.of(), IntakeFilter.NONE, rateLimits);
        }

        @Override
        public TimeKeys timeKeys() {
            return ROWS.timeKeys();
        }

        @Override
        public List<Row> rows(InboundMessage message, MappingEvents events) throws MappingException {
            return ROWS.rows(message, events);
        }
    }
}
