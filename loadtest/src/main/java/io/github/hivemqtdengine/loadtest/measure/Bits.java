// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;

/** Serial form of bit sets. */
public final class Bits {

    private static final int FIRST_WORDS = 64;

    private Bits() {}

    public static void write(BitSet bits, DataOutput out) throws IOException {
        var words = bits.toLongArray();
        out.writeInt(words.length);
        for (long word : words) {
            out.writeLong(word);
        }
    }

    /** Reads a bit set; takes no more memory than twice what was read. */
    public static BitSet read(DataInput in) throws IOException {
        int count = in.readInt();
        var words = new long[FIRST_WORDS];
        for (int i = 0; i < count; i++) {
            if (i == words.length) {
                words = Arrays.copyOf(words, words.length * 2);
            }
            words[i] = in.readLong();
        }
        return BitSet.valueOf(words);
    }
}
