// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.payload;

import io.github.hivemqtdengine.loadtest.mqtt.payload.Template.Generator;
import io.github.hivemqtdengine.loadtest.mqtt.payload.Template.Literal;
import io.github.hivemqtdengine.loadtest.mqtt.payload.Template.Mark;
import io.github.hivemqtdengine.loadtest.mqtt.payload.Template.Part;
import io.github.hivemqtdengine.loadtest.mqtt.payload.Template.Step;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Reads the stamp of a text by following its template. A random value ends where the next constant text begins, so two
 * adjacent random values end the search.
 */
final class TextStamps implements StampReader {

    private static final int TIME_DIGITS = 16;
    private static final int MOST_DIGITS = 18;

    private final Part[] parts;
    private long number;

    TextStamps(Template template) {
        var all = template.parts();
        parts = all.subList(0, readable(all)).toArray(Part[]::new);
    }

    /** Returns the number of parts to read: up to the last one of the stamp, or the first one with an ambiguous end. */
    private static int readable(List<Part> parts) {
        int readable = 0;
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i) instanceof Mark mark && isStamp(mark)) {
                readable = i + 1;
            }
            if (!endsClearly(parts, i)) {
                break;
            }
        }
        return readable;
    }

    private static boolean isStamp(Mark mark) {
        return mark == Mark.SENT || mark == Mark.PUBLISHER || mark == Mark.MESSAGE;
    }

    private static boolean endsClearly(List<Part> parts, int at) {
        var part = parts.get(at);
        return part instanceof Literal
                || part == Mark.SENT
                || part == Mark.TIME
                || part instanceof Step
                || (at + 1 < parts.size() && parts.get(at + 1) instanceof Literal);
    }

    boolean isNumbered() {
        var found = List.of(parts);
        return found.contains(Mark.PUBLISHER) && found.contains(Mark.MESSAGE);
    }

    @Override
    public void read(ByteBuffer payload, Stamp stamp) {
        stamp.clear();
        int at = payload.position();
        for (int i = 0; i < parts.length; i++) {
            at = read(i, payload, at, stamp);
            if (at < 0) {
                stamp.clear(); // not a message of this load
                return;
            }
        }
    }

    /** Reads a part; returns the start of the next one, or -1 if the part is missing. */
    private int read(int index, ByteBuffer payload, int at, Stamp stamp) {
        var part = parts[index];
        if (part instanceof Literal literal) {
            return literal(literal.text(), payload, at);
        }
        if (part instanceof Generator) {
            return skip((Literal) parts[index + 1], payload, at);
        }
        boolean time = part == Mark.SENT || part == Mark.TIME || part instanceof Step;
        int end = number(payload, at, time ? TIME_DIGITS : MOST_DIGITS);
        if (part == Mark.SENT) {
            stamp.sentMicros(number);
        } else if (part == Mark.PUBLISHER) {
            stamp.publisher(number);
        } else if (part == Mark.MESSAGE) {
            stamp.message(number);
        }
        return end;
    }

    private static int literal(byte[] text, ByteBuffer payload, int at) {
        if (payload.limit() - at < text.length) {
            return -1;
        }
        for (int i = 0; i < text.length; i++) {
            if (payload.get(at + i) != text[i]) {
                return -1;
            }
        }
        return at + text.length;
    }

    private static int skip(Literal next, ByteBuffer payload, int from) {
        int at = from;
        while (at < payload.limit() && payload.get(at) != next.text()[0]) {
            at++;
        }
        return at;
    }

    private int number(ByteBuffer payload, int from, int digits) {
        number = 0;
        int at = from;
        while (at < payload.limit() && at - from < digits && isDigit(payload.get(at))) {
            number = number * 10 + payload.get(at) - '0';
            at++;
        }
        return at == from ? -1 : at;
    }

    private static boolean isDigit(byte letter) {
        return letter >= '0' && letter <= '9';
    }
}
