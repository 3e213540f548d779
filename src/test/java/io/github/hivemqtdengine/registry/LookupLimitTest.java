// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.registry.LookupLimit.Decision;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LookupLimitTest {

    private long nanos;
    private final LookupLimit limit = new LookupLimit(() -> nanos);

    @Test
    void shouldGrantTenMissesASecond() {
        int granted = 0;
        for (int i = 0; i < 10_000; i++) {
            if (limit.acquire() == Decision.GRANTED) {
                granted++;
                limit.missed(nanos);
            }
            pass(Duration.ofMillis(1));
        }

        assertThat(granted).isBetween(100, 111);
    }

    @Test
    void shouldGrantAHundredSchemasASecond() {
        int granted = 0;
        for (int i = 0; i < 1_000; i++) {
            if (limit.acquire() == Decision.GRANTED) {
                granted++;
                limit.found();
            }
            pass(Duration.ofMillis(1));
        }

        assertThat(granted).isBetween(180, 200);
    }

    /** A slow registry must not take all of a lane's time. */
    @Test
    void shouldSpendAFifthOfTheTimeOnMisses() {
        long waited = 0;
        long end = Duration.ofMinutes(10).toNanos();
        while (nanos < end) {
            if (limit.acquire() == Decision.GRANTED) {
                long begin = nanos;
                pass(Duration.ofMillis(1_900));
                limit.missed(begin);
                waited += nanos - begin;
            } else {
                pass(Duration.ofMillis(1));
            }
        }

        assertThat((double) waited / nanos).isBetween(0.15, 0.21);
    }

    @Test
    void shouldPauseAfterAFailure() {
        fail();
        assertThat(limit.acquire()).isEqualTo(Decision.DOWN);
        assertThat(limit.isRegistryDown()).isTrue();

        pass(Duration.ofSeconds(1));
        assertThat(limit.acquire()).isEqualTo(Decision.GRANTED);
        assertThat(limit.acquire()).as("one at a time").isEqualTo(Decision.DOWN);
        limit.failed(nanos);
        pass(Duration.ofMillis(1_999));
        assertThat(limit.acquire()).isEqualTo(Decision.DOWN);
        pass(Duration.ofMillis(1));
        assertThat(limit.acquire()).isEqualTo(Decision.GRANTED);
        limit.missed(nanos);

        assertThat(limit.isRegistryDown()).isFalse();
        assertThat(limit.acquire()).isEqualTo(Decision.GRANTED);
    }

    @Test
    void shouldPauseForAtMostHalfAMinute() {
        for (int i = 0; i < 100; i++) {
            fail();
            pass(Duration.ofSeconds(30));
        }

        assertThat(limit.acquire()).isEqualTo(Decision.GRANTED);
    }

    @Test
    void shouldCountSimultaneousFailuresOnce() {
        long begin = nanos;
        for (int i = 0; i < 8; i++) {
            assertThat(limit.acquire()).isEqualTo(Decision.GRANTED);
        }
        pass(Duration.ofSeconds(2));
        for (int i = 0; i < 8; i++) {
            limit.failed(begin);
        }

        pass(Duration.ofSeconds(1));
        assertThat(limit.acquire()).isEqualTo(Decision.GRANTED);
    }

    private void fail() {
        assertThat(limit.acquire()).isEqualTo(Decision.GRANTED);
        limit.failed(nanos);
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
    }
}
