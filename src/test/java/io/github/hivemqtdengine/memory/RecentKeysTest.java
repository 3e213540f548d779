// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecentKeysTest {

    private static final long SUBTABLE = 0x123456789ABCDEFL;
    private static final long OTHER = SUBTABLE << 32;

    @Test
    void shouldKnowWhatWasAdded() {
        var keys = new RecentKeys(10);

        assertThat(keys.add(SUBTABLE, 5)).isTrue();
        assertThat(keys.add(SUBTABLE, 5)).isFalse();
        assertThat(keys.add(OTHER, 5)).isTrue();
        assertThat(keys.contains(SUBTABLE, 5)).isTrue();
        assertThat(keys.contains(SUBTABLE, 6)).isFalse();
    }

    @Test
    void shouldForgetTheOldestGeneration() {
        var keys = new RecentKeys(10);
        for (int i = 0; i < 31; i++) {
            keys.add(SUBTABLE, i);
        }

        assertThat(keys.contains(SUBTABLE, 0)).isFalse();
        assertThat(keys.contains(SUBTABLE, 20)).isTrue();
        assertThat(keys.contains(SUBTABLE, 30)).isTrue();
    }

    @SeededTest
    void shouldNeverTakeAKeyTwice(RandomValues random) {
        var wanted = random.list(0, 300, () -> random.between(0L, 20L));
        var keys = new RecentKeys(1_000);
        var taken = new HashSet<Long>();

        for (long ticks : wanted) {
            long free = keys.allocate(SUBTABLE, ticks);

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
            assertThat(keys.allocate(SUBTABLE, ticks)).isEqualTo(expected);
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
                assertThat(keys.allocate(SUBTABLE, i)).isEqualTo(i + (long) pass * rows);
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
                keys.allocate(SUBTABLE, ticks);
            }
        }
        for (long ticks : wanted) {
            keys.firstFree(SUBTABLE, rows - 1 - ticks);
        }

        assertThat(keys.steps()).isLessThan(30L * 3 * rows);
    }

    @Test
    void shouldHoldItsBytesWhateverClientsSend() {
        var keys = new RecentKeys(50_000);
        assertThat(keys.bytes()).isLessThan(20_000);
        for (int i = 0; i < 500_000; i++) {
            keys.allocate(i + 1, (long) i << 40);
        }

        assertThat(keys.bytes()).isLessThanOrEqualTo(3L << 20);
        assertThat(keys.steps()).isLessThan(5L * 500_000);
        assertThat(keys.forgotten()).isEqualTo(399_999L << 40);
    }

    @Test
    void shouldForgetARemovedKeyAndKeepThoseAroundIt() {
        var keys = new RecentKeys(100);
        for (int i = 0; i < 100; i++) {
            keys.add(SUBTABLE, i);
        }
        keys.remove(SUBTABLE, 50);

        assertThat(keys.contains(SUBTABLE, 50)).isFalse();
        assertThat(keys.firstFree(SUBTABLE, 40)).isEqualTo(50);
        assertThat(keys.firstFree(SUBTABLE, 51)).isEqualTo(100);
        assertThat(keys.add(SUBTABLE, 50)).isTrue();
        assertThat(keys.contains(SUBTABLE, 50)).isTrue();
        assertThat(keys.forgotten()).isEqualTo(Long.MIN_VALUE);
    }

    /** Compares with maps of objects, through growth, removal and many generations. */
    @SeededTest
    void shouldRememberWhatMapsOfObjectsDo(RandomValues random) {
        int capacity = random.between(1, 600);
        var keys = new RecentKeys(capacity);
        var expected = new ExpectedKeys(capacity);
        long first = random.between(-1_000_000L, 1_000_000L);
        int ticksInUse = random.between(1, 1_000);
        for (int i = 0; i < 2_000; i++) {
            long subtable = random.anyBoolean() ? SUBTABLE : OTHER;
            long ticks = first + random.below(ticksInUse);
            boolean isKnown = expected.contains(subtable, ticks);
            assertThat(keys.contains(subtable, ticks)).isEqualTo(isKnown);
            switch (random.below(4)) {
                case 0 -> {
                    keys.remove(subtable, ticks);
                    expected.remove(subtable, ticks);
                }
                case 1 -> {
                    long free = keys.allocate(subtable, ticks);
                    expected.requireFree(subtable, ticks, free);
                    expected.add(subtable, free);
                    if (free != ticks) {
                        expected.add(subtable, ticks);
                    }
                }
                case 2 -> expected.requireFree(subtable, ticks, keys.firstFree(subtable, ticks));
                default -> {
                    assertThat(keys.add(subtable, ticks)).isNotEqualTo(isKnown);
                    expected.add(subtable, ticks);
                }
            }
            assertThat(keys.forgotten()).isEqualTo(expected.forgotten);
        }
    }

    private static final class ExpectedKeys {

        private record Key(long subtable, long ticks) {}

        private final int capacity;
        private final Set<Key> ever = new HashSet<>();
        private Map<Key, Boolean> young = new HashMap<>();
        private Map<Key, Boolean> old = new HashMap<>();
        private long forgotten = Long.MIN_VALUE;

        private ExpectedKeys(int capacity) {
            this.capacity = capacity;
        }

        private boolean contains(long subtable, long ticks) {
            var key = new Key(subtable, ticks);
            return young.getOrDefault(key, false) || old.getOrDefault(key, false);
        }

        private void remove(long subtable, long ticks) {
            var key = new Key(subtable, ticks);
            young.replace(key, false);
            old.replace(key, false);
        }

        private void add(long subtable, long ticks) {
            var key = new Key(subtable, ticks);
            if (young.size() == capacity && !young.getOrDefault(key, false)) {
                old.keySet().forEach(lost -> forgotten = Math.max(forgotten, lost.ticks));
                old = young;
                young = new HashMap<>();
            }
            young.put(key, true);
            ever.add(key);
        }

        private void requireFree(long subtable, long ticks, long free) {
            assertThat(contains(subtable, free)).isFalse();
            assertThat(LongStream.range(ticks, free)).allMatch(tick -> ever.contains(new Key(subtable, tick)));
        }
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
            assertThat(keys.firstFree(SUBTABLE, ticks)).isEqualTo(expected);
            if (random.anyBoolean()) {
                keys.add(SUBTABLE, ticks);
                taken.add(ticks);
            } else {
                taken.add(keys.allocate(SUBTABLE, ticks));
            }
        }
    }
}
