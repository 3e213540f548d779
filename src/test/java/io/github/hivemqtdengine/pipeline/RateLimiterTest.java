// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.route.RateLimits;
import io.github.hivemqtdengine.route.RateLimits.Rate;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateLimiterTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int LONGEST_ID = 65_535;

    private long nanos = Long.MAX_VALUE - SECOND.toNanos(); // the clock overflows in every test

    @Test
    void shouldAdmitABurstAndThenTheRate() {
        var limiter = limiter(perSecond(10, 5), null);

        assertThat(admitted(limiter, 100)).isEqualTo(5);
        pass(Duration.ofMillis(99));
        assertThat(admitted(limiter, 100)).isZero();
        pass(Duration.ofMillis(1));
        assertThat(admitted(limiter, 100)).isEqualTo(1);
        pass(Duration.ofMillis(350));
        assertThat(admitted(limiter, 100)).isEqualTo(3);
        pass(Duration.ofDays(365));
        assertThat(admitted(limiter, 100)).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 1_000})
    void shouldKeepToTheRateInTheLongRun(int clients) {
        var limiter = limiter(perSecond(1_000, 20), null);

        long admitted = IntStream.range(0, 10_000)
                .filter(i -> {
                    pass(Duration.ofNanos(333_000)); // three times the rate
                    return limiter.tryAcquire("c" + i % clients, false).isPresent();
                })
                .count();

        assertThat(admitted).isBetween(3_330L, 3_350L);
    }

    @Test
    void shouldLimitEachClientByItself() {
        var limiter = limiter(null, perSecond(10, 2));

        assertThat(IntStream.range(0, 30)
                        .filter(i -> limiter.tryAcquire("c" + i % 3, false).isPresent()))
                .hasSize(3 * 2);
    }

    /** The identity of a connection does not matter, only the client id. */
    @Test
    void shouldRememberAClientThatReturns() {
        var limiter = limiter(null, perSecond(1, 3));
        assertThat(admitted(limiter, new String("client"), 10)).isEqualTo(3);

        pass(SECOND);

        assertThat(admitted(limiter, new String("client"), 10)).isEqualTo(1);
    }

    /** Otherwise a client above its own limit would use up the route's. */
    @Test
    void shouldNotCountMessagesAgainstOneLimitThatAreAboveTheOther() {
        var limiter = limiter(perSecond(1, 5), perSecond(1, 3));

        assertThat(admitted(limiter, "greedy", 100)).isEqualTo(3);
        assertThat(admitted(limiter, "modest", 1)).isEqualTo(1);
        assertThat(admitted(limiter, "third", 100)).isEqualTo(1);
        pass(SECOND);
        assertThat(admitted(limiter, "third", 100))
                .as("nothing of its own is used up")
                .isEqualTo(1);
    }

    @Test
    void shouldDelayWhatCanBeDelayedUntilItIsWithinTheRate() {
        var limiter = limiter(perSecond(10, 2), null, Duration.ofMillis(250));

        assertThat(IntStream.range(0, 6).mapToObj(i -> limiter.tryAcquire("c", true)))
                .containsExactly(
                        OptionalLong.of(0),
                        OptionalLong.of(0),
                        OptionalLong.of(100_000_000),
                        OptionalLong.of(200_000_000),
                        OptionalLong.empty(),
                        OptionalLong.empty());
        pass(Duration.ofMillis(100));
        assertThat(limiter.tryAcquire("c", false)).as("QoS 0").isEmpty();
        assertThat(limiter.tryAcquire("c", true)).hasValue(200_000_000);
    }

    @Test
    void shouldUseTheSameMemoryForAnyNumberOfClientsWithAnyIds() {
        var limiter = limiter(null, perSecond(0.001, 1));
        var longId = "x".repeat(LONGEST_ID - 6);
        for (int i = 0; i < 300; i++) {
            assertThat(limiter.tryAcquire(longId + i, false)).isPresent();
            assertThat(limiter.tryAcquire(longId + i, false)).isEmpty();
        }

        assertThat(2L * Long.BYTES * ClientDueTimes.PLACES).as("bytes").isEqualTo(2 << 20);
        long before = admittedOf(limiter, 0, 20_000);
        long later = admittedOf(limiter, 20_000, 1_000_000);

        assertThat(before).as("almost all while there is room").isBetween(19_900L, 20_000L);
        assertThat(before + later)
                .as("no more clients than places have a burst")
                .isLessThan(ClientDueTimes.PLACES);
        assertThat(limiter.tryAcquire(longId + 299, false))
                .as("not forgotten by the flood")
                .isEmpty();
    }

    private long admittedOf(RateLimiter limiter, int first, int end) {
        return IntStream.range(first, end)
                .filter(i -> limiter.tryAcquire("client-" + i, false).isPresent())
                .count();
    }

    @Test
    void shouldNotForgetClientsWhoseRateIsUsedUpForThoseThatHaveRested() {
        var limiter = limiter(null, perSecond(1, 3));
        admittedOf(limiter, 0, 500_000); // all places are taken
        pass(Duration.ofHours(1));
        assertThat(admitted(limiter, "greedy", 10)).isEqualTo(3);

        admittedOf(limiter, 500_000, 600_000);

        assertThat(limiter.tryAcquire("greedy", false)).isEmpty();
    }

    @Test
    void shouldAdmitNoMoreWhenThreadsCompete() {
        var limiter = limiter(perSecond(1, 1_000), perSecond(1, 400));

        var admitted = IntStream.range(0, 4)
                .mapToObj(thread -> CompletableFuture.supplyAsync(() -> admitted(limiter, "c" + thread, 5_000)))
                .toList();

        assertThat(LongStream.of(admitted.stream()
                                .mapToLong(CompletableFuture::join)
                                .toArray())
                        .sum())
                .isEqualTo(1_000);
    }

    private RateLimiter limiter(@Nullable Rate route, @Nullable Rate client) {
        return limiter(route, client, Duration.ZERO);
    }

    private RateLimiter limiter(@Nullable Rate route, @Nullable Rate client, Duration longestDelay) {
        return new RateLimiter(new RateLimits(route, client, longestDelay), () -> nanos);
    }

    private static Rate perSecond(double messages, int burst) {
        return new Rate(Duration.ofNanos(Math.round(SECOND.toNanos() / messages)), burst);
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
    }

    private static long admitted(RateLimiter limiter, int messages) {
        return admitted(limiter, "client", messages);
    }

    private static long admitted(RateLimiter limiter, String clientId, int messages) {
        return IntStream.range(0, messages)
                .filter(i -> limiter.tryAcquire(clientId, false).isPresent())
                .count();
    }
}
