// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.util.BitSet;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NumberSetTest {

    private static final int MOST = 5 * NumberSet.PAGE;

    /** Full pages, empty ones and those with gaps. */
    private static BitSet bits(int seed) {
        var random = new Random(seed);
        var bits = new BitSet();
        for (int page = 0; page < 5; page++) {
            int each = page;
            IntStream.range(page * NumberSet.PAGE, (page + 1) * NumberSet.PAGE)
                    .filter(number -> each % 3 == seed % 3 || (each % 3 == 1 && random.nextInt(3) == 0))
                    .forEach(bits::set);
        }
        return bits;
    }

    private static NumberSet set(BitSet bits) {
        var set = new NumberSet();
        bits.stream().map(number -> MOST - 1 - number).forEach(number -> {
            assertThat(set.add(number)).isTrue();
            assertThat(set.add(number)).isFalse();
        });
        return set;
    }

    private static void assertSame(NumberSet set, BitSet bits) {
        assertThat(set.size()).isEqualTo(bits.cardinality());
        for (int number = 0; number < MOST + 9; number++) {
            assertThat(set.contains(number)).isEqualTo(number < MOST && bits.get(MOST - 1 - number));
        }
    }

    @Test
    void shouldHaveWhatWasAdded() throws Exception {
        for (int seed = 0; seed < 6; seed++) {
            var set = set(bits(seed));
            assertSame(set, bits(seed));

            var bytes = new ByteArrayOutputStream();
            set.write(new DataOutputStream(bytes));
            assertSame(NumberSet.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()))), bits(seed));
        }
    }

    @Test
    void shouldUniteAndCompareSets() {
        for (int seed = 0; seed < 6; seed++) {
            var both = bits(seed);
            both.and(bits(2));
            var either = bits(seed);
            either.or(bits(2));
            var set = set(bits(seed));

            assertThat(set.common(set(bits(2)))).isEqualTo(both.cardinality());
            set.addAll(set(bits(2)));
            assertSame(set, either);
        }
    }
}
