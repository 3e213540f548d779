// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.console;

import java.io.Writer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Keeps the last lines that are written: at most 200, and those before the last one only up to 1 Mi characters. */
final class LastLines extends Writer {

    private static final int MAX_LINES = 200;
    private static final int MAX_CHARACTERS = 1 << 20;

    private final Deque<String> lines = new ArrayDeque<>();
    private final StringBuilder partial = new StringBuilder();
    private int characters;
    private long next;

    @Override
    public synchronized void write(char[] buffer, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            if (buffer[i] == '\n') {
                add(partial.toString().strip());
                partial.setLength(0);
            } else {
                partial.append(buffer[i]);
            }
        }
    }

    private void add(String line) {
        lines.add(line);
        next++;
        characters += line.length();
        while (lines.size() > MAX_LINES || (lines.size() > 1 && characters > MAX_CHARACTERS)) {
            characters -= lines.remove().length();
        }
    }

    /** Returns the kept lines from this number on; the first line that was written has the number 0. */
    synchronized List<String> since(long number) {
        long first = next - lines.size();
        return lines.stream().skip(Math.max(0, number - first)).toList();
    }

    /** Returns the number of the next line. */
    synchronized long next() {
        return next;
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
