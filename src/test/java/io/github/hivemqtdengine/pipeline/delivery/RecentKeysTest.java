// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
            long free = keys.allocate("t", "s", ticks);

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
            assertThat(keys.allocate("t", "s", ticks)).isEqualTo(expected);
            taken.add(expected);
        }
    }

    /** As a redelivered array of a wave does; the steps for 20,000 rows are four times those for 5,000. */
    @ParameterizedTest
    @ValueSource(ints = {5_000, 20_000})
    void shouldMoveRowsInAFewStepsWhereAllAreTaken(int rows) {
        var keys = new RecentKeys(50_000);
        for (int pass = 0; pass < 3; pass++) {
            long before = keys.steps();
            for (int i = 0; i < rows; i++) {
                assertThat(keys.allocate("t", "s", i)).isEqualTo(i + (long) pass * rows);
            }
            assertThat(keys.steps() - before).as("pass %d", pass).isLessThan(10L * rows);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldMoveRowsInAFewStepsInWhateverOrderTheyCome(long seed) {
        int rows = 20_000;
        var wanted = new ArrayList<Long>(LongStream.range(0, rows).boxed().toList());
        var keys = new RecentKeys(50_000);
        for (int pass = 0; pass < 2; pass++) {
            Collections.shuffle(wanted, new Random(seed + pass));
            for (long ticks : wanted) {
                keys.allocate("t", "s", ticks);
            }
        }
        for (long ticks : wanted) {
            keys.firstFree("t", "s", rows - 1 - ticks);
        }

        assertThat(keys.steps()).isLessThan(30L * 3 * rows);
    }

    @Test
    void shouldHoldItsBytesWhateverClientsSend() {
        var keys = new RecentKeys(50_000);
        for (int i = 0; i < 200_000; i++) {
            keys.allocate("t", "s".repeat(185) + i, 1);
        }

        assertThat(keys.bytes()).isBetween(RecentKeys.MAX_BYTES / 2, RecentKeys.MAX_BYTES);
        assertThat(keys.forgotten()).isEqualTo(1);
    }

    /** The first tick that is not taken, as of a set that forgets nothing. */
    @SeededTest
    void shouldFindTheFirstFreeTickWhateverIsTaken(RandomValues random) {
        var keys = new RecentKeys(1_000);
        var taken = new HashSet<Long>();
        for (int i = 0; i < 100; i++) {
            long ticks = random.between(0L, 30L);
            long expected = ticks;
            while (taken.contains(expected)) {
                expected++;
            }
            assertThat(keys.firstFree("t", "s", ticks)).isEqualTo(expected);
            if (random.anyBoolean()) {
                keys.add("t", "s", ticks);
                taken.add(ticks);
            } else {
                taken.add(keys.allocate("t", "s", ticks));
            }
        }
    }
}
