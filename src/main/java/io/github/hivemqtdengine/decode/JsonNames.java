package io.github.hivemqtdengine.decode;

import org.jspecify.annotations.Nullable;

/** The names of fields in a payload, for one thread. What comes again, as in the records of an array, is mostly the same object. */
final class JsonNames {

    private static final int SLOTS = 32;

    private final @Nullable String[] names = new @Nullable String[SLOTS];

    /** The name that the input is at, which it passes. */
    String read(JsonInput input) throws DecodeException {
        int from = input.position() + 1;
        boolean isPlain = JsonStrings.pass(input);
        int to = input.position() - 1;
        int slot = slot(input.payload(), from, to);
        var last = names[slot];
        if (last != null && isPlain && isIn(input.payload(), from, to, last)) {
            return last;
        }
        var name = JsonStrings.text(input.payload(), from, to, isPlain);
        names[slot] = name;
        return name;
    }

    private static int slot(byte[] payload, int from, int to) {
        return from == to ? 0 : (payload[from] * 31 + payload[to - 1] + to - from) & (SLOTS - 1);
    }

    /** Whether bytes are a text, if that is ASCII. */
    private static boolean isIn(byte[] payload, int from, int to, String text) {
        if (text.length() != to - from) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (payload[i] != text.charAt(i - from)) {
                return false;
            }
        }
        return true;
    }
}
