// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.payload;

import java.util.Arrays;

/** ASCII text builder without allocations per piece. Not thread-safe. */
final class TextBuffer {

    private static final int MOST_DIGITS = 20;

    private byte[] bytes;
    private int size;

    TextBuffer(int expected) {
        bytes = new byte[Math.max(MOST_DIGITS, expected)];
    }

    void clear() {
        size = 0;
    }

    TextBuffer put(char letter) {
        reserve(1);
        bytes[size++] = (byte) letter;
        return this;
    }

    TextBuffer put(byte[] text) {
        reserve(text.length);
        System.arraycopy(text, 0, bytes, size, text.length);
        size += text.length;
        return this;
    }

    TextBuffer put(String text) {
        reserve(text.length());
        for (int i = 0; i < text.length(); i++) {
            bytes[size++] = (byte) text.charAt(i);
        }
        return this;
    }

    TextBuffer fill(char letter, int upTo) {
        if (upTo > size) {
            reserve(upTo - size);
            Arrays.fill(bytes, size, upTo, (byte) letter);
            size = upTo;
        }
        return this;
    }

    /** Appends a number from 0. */
    TextBuffer number(long number) {
        int digits = 1;
        for (long rest = number / 10; rest > 0; rest /= 10) {
            digits++;
        }
        return number(number, digits);
    }

    /** Appends a number from 0, zero-padded to {@code digits}. */
    TextBuffer number(long number, int digits) {
        reserve(digits);
        long rest = number;
        for (int i = size + digits - 1; i >= size; i--) {
            bytes[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        size += digits;
        return this;
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    private void reserve(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size + more, bytes.length * 2));
        }
    }
}
