// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import java.util.HashSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SaltedHashTest {

    private static final int BUCKETS = 1 << 16;

    private final SaltedHash hash = new SaltedHash();

    @SeededTest
    void shouldBeOneForEqualNamesOnly(RandomValues random) {
        var table = random.unicode(20);
        var name = random.unicode(20);
        var other = random.unicode(20);

        assertThat(hash.of(table, name))
                .isEqualTo(hash.of(new String(table.toCharArray()), new String(name.toCharArray())))
                .isNotEqualTo(hash.of(table, name + "\0"))
                .isNotEqualTo(hash.of(table + "x", name))
                .isNotEqualTo(new SaltedHash().of(table, name));
        assertThat(hash.of(name) == hash.of(other)).isEqualTo(name.equals(other));
    }

    @Test
    void shouldTellApartWhereTheFirstNameEnds() {
        var name = "abcdefghijkl";
        var hashes = new HashSet<Long>();
        for (int end = 0; end <= name.length(); end++) {
            hashes.add(hash.of(name.substring(0, end), name.substring(end)));
        }

        assertThat(hashes).hasSize(name.length() + 1);
    }

    /** The signed product of the complement differs in its lowest bit only, which the next characters cancel. */
    @Test
    void shouldNotBeOneForComplements() {
        var name = "abcdefgh";
        var complement = new StringBuilder();
        for (int i = 0; i < 4; i++) {
            complement.append((char) ~name.charAt(i));
        }
        for (int lowest = 0; lowest < 2; lowest++) {
            complement.setCharAt(0, (char) (~name.charAt(0) ^ lowest));
            for (int next = 0; next < 2; next++) {
                var other = complement + String.valueOf((char) (name.charAt(4) ^ next)) + "fgh";
                for (int i = 0; i < 100; i++) {
                    var salted = new SaltedHash();
                    assertThat(salted.of(other)).isNotEqualTo(salted.of(name));
                }
            }
        }
    }

    /** With 0.76 numbers for each bucket, 17 in one of them have a probability below 1 in a billion. */
    @ParameterizedTest
    @ValueSource(
            longs = {1, 2, 3, 1_000, 1 << 16, 1L << 24, 1L << 32, (1L << 32) + 1, 1L << 47, -1, 0x9E3779B97F4A7C15L})
    void shouldSpreadNumbersWhateverClientsChoose(long stride) {
        var buckets = new int[BUCKETS];
        long subtable = hash.of("t", "s");
        for (int i = 0; i < 50_000; i++) {
            int bucket = (int) hash.of(subtable, i * stride) & (BUCKETS - 1);
            assertThat(++buckets[bucket]).isLessThan(17);
        }
    }
}
