// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.status.silence;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.config.Silence;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import io.github.hivemqtdengine.status.silence.KeysOfRoute.SeenKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeysOfRouteTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:00:00Z");
    private static final long SECOND = 1_000_000_000L;

    @Test
    void shouldNameTheKeysThatHaveFallenSilent() {
        var keys = keys("plant/{press}/#", "{press}/old");
        keys.note("plant/7/temp", 0);
        keys.note("plant/8", 3 * SECOND);
        keys.note("plant/7/state", 5 * SECOND);
        keys.note("9/old", SECOND);

        assertThat(keys.silent(10 * SECOND, NOW)).isEmpty();
        assertThat(keys.silent(14 * SECOND, NOW))
                .containsExactly(new SeenKey("9", NOW.minusSeconds(13)), new SeenKey("8", NOW.minusSeconds(11)));
        keys.note("plant/9/temp", 15 * SECOND);
        assertThat(keys.silent(16 * SECOND, NOW)).extracting(SeenKey::key).containsExactly("8", "7");
    }

    @Test
    void shouldGiveASilentKeyOfAnEarlierProcessTwoMinutes() {
        var keys = new KeysOfRoute(
                new Silence(Duration.ofMinutes(5), "press"), List.of(TopicFilter.parse("plant/{press}")));
        var before = NOW.minusSeconds(3_600);
        keys.restore(new SeenKey("7", before), 0, NOW);
        keys.restore(new SeenKey("8", before), 0, NOW);
        keys.restore(new SeenKey("9", NOW.minusSeconds(1)), 0, NOW);
        keys.note("plant/8", SECOND);

        assertThat(keys.silent(119 * SECOND, NOW)).isEmpty();
        assertThat(keys.silent(120 * SECOND, NOW)).containsExactly(new SeenKey("7", before));
        assertThat(keys.silent(301 * SECOND, NOW))
                .containsExactly(
                        new SeenKey("7", before),
                        new SeenKey("8", NOW.minusSeconds(300)),
                        new SeenKey("9", NOW.minusSeconds(1)));
    }

    @Test
    void shouldBeLimitedInBytes() {
        var large = keys("plant/{press}");
        for (int i = 0; i < 5_000; i++) {
            large.note("plant/" + i + "x".repeat(190), 0);
        }
        assertThat(large.all(0, NOW)).hasSizeBetween(1_000, KeysOfRoute.MAX_BYTES / 480);
        assertThat(large.isFull()).isTrue();

        var tooLong = keys("plant/{press}");
        tooLong.note("plant/" + "x".repeat(KeysOfRoute.MAX_KEY + 1), 0);
        tooLong.note("plant", 0);
        assertThat(tooLong.all(0, NOW)).isEmpty();
    }

    @Test
    void shouldForgetAKeyAfterAWeek() {
        var keys = keys("plant/{press}");
        keys.note("plant/7", 0);
        long week = KeysOfRoute.MEMORY.toNanos();

        assertThat(keys.silent(week - 1, NOW)).hasSize(1);
        assertThat(keys.silent(week, NOW)).isEmpty();
        assertThat(keys.all(week, NOW)).isEmpty();
    }

    private static KeysOfRoute keys(String... filters) {
        List<TopicFilter> parsed =
                Arrays.stream(filters).map(TopicFilter::parse).toList();
        return new KeysOfRoute(new Silence(Duration.ofSeconds(10), "press"), parsed);
    }
}
