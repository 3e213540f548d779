// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecentMapTest {

    private static final long MUCH = 1L << 30;

    private static RecentMap<String, String> map(int entries, long bytes) {
        return new RecentMap<>(entries, bytes, (key, value) -> RecentMap.bytesOf(key, value));
    }

    @Test
    void shouldForgetTheOldGenerationWhenTheYoungOneIsFull() {
        var map = map(2, MUCH);
        List.of("a", "b", "c", "d").forEach(key -> map.put(key, key));
        assertThat(map.get("a")).isEqualTo("a");

        map.put("a", "again");
        assertThat(map.get("a")).isEqualTo("again");
        assertThat(map.get("b")).isNull();
        assertThat(map.get("d")).isEqualTo("d");
    }

    @Test
    void shouldReturnWhatWasRememberedBefore() {
        var map = map(2, 10_000);

        assertThat(map.put("a", "1")).isNull();
        assertThat(map.put("a", "2")).isEqualTo("1");
        map.put("b", "1");
        assertThat(map.put("c", "1")).isNull();
        assertThat(map.put("a", "3")).isEqualTo("2");
        assertThat(map.put("a", "x".repeat(5_000))).isEqualTo("3");
        assertThat(map.put("a", "4")).isNull();
    }

    @Test
    void shouldReplaceWithoutRoom() {
        var map = map(1, MUCH);
        map.put("a", "1");
        map.put("b", "1");
        map.replace("a", "2");
        map.replace("b", "3");
        map.replace("c", "4");

        assertThat(List.of("a", "b")).extracting(map::get).containsExactly("2", "3");
        assertThat(map.get("c")).isNull();
    }

    @Test
    void shouldNotRememberWhatIsLargerThanItself() {
        var map = map(10, 10_000);
        map.put("a", "small");
        map.put("b", "small");
        map.put("a", "x".repeat(5_000));

        assertThat(map.get("a")).isNull();
        assertThat(map.get("b")).isEqualTo("small");
    }

    /** Holds the latest values, and counts the same bytes as a new map with this content. */
    @SeededTest
    void shouldHoldItsBytes(RandomValues random) {
        var map = map(random.between(1, 30), 20_000);
        var model = new HashMap<String, String>();
        for (int i = 0; i < 200; i++) {
            var key = "k" + random.below(40);
            if (random.chance(10)) {
                map.remove(key);
                model.remove(key);
            } else {
                var value = "v".repeat(random.below(1_000));
                map.put(key, value);
                model.put(key, value);
                assertThat(map.get(key)).isEqualTo(value);
            }
            assertThat(map.bytes()).isBetween(0L, 20_000L);
        }
        model.forEach((key, value) -> assertThat(map.get(key)).isIn(value, null));
        for (int i = 0; i < 40; i++) {
            map.remove("k" + i);
        }
        assertThat(map.bytes()).isZero();
    }

    @Test
    void shouldCountTextsBytesAndOthers() {
        assertThat(RecentMap.bytesOf("abc")).isEqualTo(RecentMap.bytesOf("") + 6);
        assertThat(RecentMap.bytesOf(new byte[1_000])).isGreaterThan(1_000);
        assertThat(RecentMap.bytesOf(1L, null)).isPositive();
        assertThat(RecentMap.bytesOf()).isZero();
    }
}
