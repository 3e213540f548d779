package io.github.hivemqtdengine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import java.util.HashSet;
import org.junit.jupiter.api.Test;

class RecentKeysTest {

    @Test
    void shouldKnowWhatWasAdded() {
        var keys = new RecentKeys(10);

        assertThat(keys.add("t", "s", 5)).isTrue();
        assertThat(keys.add("t", "s", 5)).isFalse();
        assertThat(keys.add("t", "other", 5)).isTrue();
        assertThat(keys.add("u", "s", 5)).isTrue();
        assertThat(keys.contains("t", "s", 5)).isTrue();
        assertThat(keys.contains("t", "s", 6)).isFalse();
    }

    @Test
    void shouldForgetTheOldestGeneration() {
        var keys = new RecentKeys(10);
        for (int i = 0; i < 31; i++) {
            keys.add("t", "s", i);
        }

        assertThat(keys.contains("t", "s", 0)).isFalse();
        assertThat(keys.contains("t", "s", 20)).isTrue();
        assertThat(keys.contains("t", "s", 30)).isTrue();
    }

    @SeededTest
    void shouldNeverTakeAKeyTwice(RandomValues random) {
        var wanted = random.list(0, 300, () -> random.between(0L, 20L));
        var keys = new RecentKeys(1_000);
        var taken = new HashSet<Long>();

        for (long ticks : wanted) {
            long free = keys.take("t", "s", ticks);

            assertThat(free).isGreaterThanOrEqualTo(ticks);
            assertThat(taken.add(free)).as("%d was free", free).isTrue();
        }
    }

    @SeededTest
    void shouldTakeTheWantedKeyWhereItIsFree(RandomValues random) {
        var wanted = random.list(0, 50, () -> random.between(0L, 20L));
        var keys = new RecentKeys(1_000);
        var taken = new HashSet<Long>();

        for (long ticks : wanted) {
            long expected = ticks;
            while (taken.contains(expected)) {
                expected++;
            }
            assertThat(keys.take("t", "s", ticks)).isEqualTo(expected);
            taken.add(expected);
        }
    }
}
