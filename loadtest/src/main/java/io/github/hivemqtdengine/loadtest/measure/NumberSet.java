// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Set of numbers from 0, as bits. A page of {@value #PAGE} numbers that are all there, or none of them, takes no memory
 * of its own. Not thread-safe.
 */
public final class NumberSet {

    static final int PAGE = 1 << 12;
    private static final int WORDS = PAGE / Long.SIZE;
    private static final long[] NONE = {};
    private static final long[] ALL = new long[WORDS];

    static {
        Arrays.fill(ALL, -1);
    }

    private long[][] pages = {};
    private long size;

    /** Adds a number; returns false if it is there. */
    public boolean add(long number) {
        if (contains(number)) {
            return false;
        }
        int word = word(number);
        var page = page(page(number), word + 1);
        page[word] |= 1L << number;
        size++;
        shareIfAll(page(number), word);
        return true;
    }

    /** Returns a page with at least so many words. */
    private long[] page(int page, int words) {
        if (page >= pages.length) {
            int before = pages.length;
            pages = Arrays.copyOf(pages, Math.max(page + 1, before * 2));
            Arrays.fill(pages, before, pages.length, NONE);
        }
        if (pages[page].length < words) {
            pages[page] = Arrays.copyOf(pages[page], Math.min(WORDS, Integer.highestOneBit(words) * 2));
        }
        return pages[page];
    }

    private void shareIfAll(int page, int word) {
        if (pages[page][word] == -1 && Arrays.equals(pages[page], ALL)) {
            pages[page] = ALL;
        }
    }

    public boolean contains(long number) {
        int page = page(number);
        int word = word(number);
        return page < pages.length && word < pages[page].length && (pages[page][word] & 1L << number) != 0;
    }

    private static int page(long number) {
        return Math.toIntExact(number / PAGE);
    }

    private static int word(long number) {
        return (int) (number % PAGE / Long.SIZE);
    }

    /** Returns how many numbers are there. */
    public long size() {
        return size;
    }

    /** Adds all numbers of another set. */
    public void addAll(NumberSet other) {
        for (int page = 0; page < other.pages.length; page++) {
            for (int word = 0; word < other.pages[page].length; word++) {
                addAll(page, word, other.pages[page][word]);
            }
        }
    }

    private void addAll(int page, int word, long bits) {
        var words = page(page, word + 1);
        long more = bits & ~words[word];
        if (more != 0) {
            words[word] |= more;
            size += Long.bitCount(more);
            shareIfAll(page, word);
        }
    }

    /** Returns how many numbers are in both sets. */
    public long common(NumberSet other) {
        long common = 0;
        for (int page = 0; page < Math.min(pages.length, other.pages.length); page++) {
            for (int word = 0; word < Math.min(pages[page].length, other.pages[page].length); word++) {
                common += Long.bitCount(pages[page][word] & other.pages[page][word]);
            }
        }
        return common;
    }

    /** Writes the set for {@link #read}. */
    public void write(DataOutput out) throws IOException {
        out.writeInt(pages.length);
        for (var page : pages) {
            out.writeByte(page.length);
            for (long word : page) {
                out.writeLong(word);
            }
        }
    }

    /** Reads a set; takes about twice the memory of what was read. */
    public static NumberSet read(DataInput in) throws IOException {
        var set = new NumberSet();
        int pages = in.readInt();
        for (int page = 0; page < pages; page++) {
            int words = in.readUnsignedByte();
            for (int word = 0; word < Math.min(words, WORDS); word++) {
                set.addAll(page, word, in.readLong());
            }
        }
        return set;
    }
}
