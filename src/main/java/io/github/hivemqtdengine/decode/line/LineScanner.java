// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.line;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.Utf8;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import org.jspecify.annotations.Nullable;

/**
 * Single pass over the lines of a payload, which checks each line as a whole.
 *
 * <p>A line that breaks the grammar ends with the next line break. If only a value is wrong, the end of the line is
 * known, although a text in it may contain line breaks; the first wrong value is reported then.
 */
final class LineScanner {

    private static final int NANOS = 1_000_000_000;

    private final byte[] payload;
    private final long unit;
    private int at;
    private boolean isBroken;
    private @Nullable DecodeException wrongValue;

    /** Index up to which line breaks are counted; they are counted for errors only. */
    private int counted;

    private int lineNumber = 1;
    private int lineStart;

    /** @param unit the unit of timestamps in nanoseconds */
    LineScanner(byte[] payload, long unit) {
        this.payload = payload;
        this.unit = unit;
    }

    /**
     * Returns the next line that is neither empty nor a comment, or {@code null} at the end. A call after a failure
     * continues with the line after the failed one.
     */
    @Nullable
    Line next() throws DecodeException {
        if (isBroken) {
            passLine();
        }
        isBroken = true; // until the end of the line is found
        wrongValue = null;
        var line = findPoint() ? point() : null;
        isBroken = false;
        if (wrongValue != null) {
            throw wrongValue;
        }
        if (line != null) {
            Utf8.require(payload, line.from(), line.to());
        }
        return line;
    }

    private void passLine() {
        while (at < payload.length && payload[at] != '\n') {
            at++;
        }
        at = Math.min(at + 1, payload.length);
    }

    /** Moves past empty lines and comments to the first byte of a measurement; returns false at the end. */
    private boolean findPoint() throws DecodeException {
        passSpaces();
        while (at < payload.length) {
            boolean isComment = payload[at] == '#';
            if (isComment) {
                passComment();
            }
            if (!passEndOfLine()) {
                if (isComment) {
                    throw broken("a comment has a control character");
                }
                return true;
            }
            passSpaces();
        }
        return false;
    }

    private void passComment() {
        while (at < payload.length && (payload[at] == '\t' || !Token.isControl(payload[at]))) {
            at++;
        }
    }

    private void passSpaces() {
        while (isAt(' ')) {
            at++;
        }
    }

    private boolean isAt(char c) {
        return at < payload.length && payload[at] == c;
    }

    private boolean pass(char c) {
        boolean isThere = isAt(c);
        at += isThere ? 1 : 0;
        return isThere;
    }

    /** Moves past a line break, or a carriage return that ends the payload. */
    private boolean passEndOfLine() {
        boolean isReturn = isAt('\r') && (at + 1 == payload.length || payload[at + 1] == '\n');
        at += isReturn ? 1 : 0;
        return pass('\n') || at == payload.length;
    }

    private Line point() throws DecodeException {
        int from = at;
        passName(Token.MEASUREMENT, "the line has no measurement");
        int tags = at;
        passTags();
        int afterTags = at;
        require(pass(' '), "expected a comma or a space after the measurement and the tags");
        passSpaces();
        int fields = at;
        do {
            passField();
        } while (pass(','));
        int afterFields = at;
        int to = at;
        boolean hasSpace = isAt(' ');
        passSpaces();
        Instant time = null;
        if (!passEndOfLine()) {
            require(hasSpace, "expected a comma, a space or the end of the line after a field");
            time = time();
            to = at;
            passSpaces();
            require(passEndOfLine(), "expected the end of the line after the timestamp");
        }
        return new Line(payload, from, tags, afterTags, fields, afterFields, time, to);
    }

    private void passName(Token kind, String missing) throws DecodeException {
        int end = kind.end(payload, at);
        require(end > at, missing);
        at = end;
    }

    private void passTags() throws DecodeException {
        int from = at;
        boolean isSorted = true;
        int previous = at;
        int afterPrevious = at;
        while (pass(',')) {
            int name = at;
            passName(Token.KEY, "expected the key of a tag");
            isSorted &= Arrays.compareUnsigned(payload, previous, afterPrevious, payload, name, at) < 0;
            previous = name;
            afterPrevious = at;
            require(pass('='), "expected = after the key of a tag");
            passName(Token.KEY, "a tag has no value");
        }
        if (!isSorted) {
            requireDistinctTags(from, at);
        }
    }

    /** Checks the keys of tags that are not sorted; the keys of sorted tags are distinct. */
    private void requireDistinctTags(int from, int to) {
        var keys = new HashSet<String>();
        at = from;
        while (at < to) {
            int key = at + 1;
            int end = Token.KEY.end(payload, key);
            if (!keys.add(Token.KEY.text(payload, key, end))) {
                reportValue(key, "a tag occurs twice");
            }
            at = Token.KEY.end(payload, end + 1);
        }
    }

    private void passField() throws DecodeException {
        passName(Token.KEY, "expected the key of a field");
        require(pass('='), "expected = after the key of a field");
        int end = FieldValue.end(payload, at);
        if (end < 0) {
            var failure = broken("a text has no closing quote");
            at = payload.length; // the rest can't be divided into lines
            throw failure;
        }
        var objection = FieldValue.objection(payload, at, end);
        if (objection != null) {
            reportValue(at, objection);
        }
        at = end;
    }

    private @Nullable Instant time() throws DecodeException {
        int from = at;
        pass('-');
        int digits = at;
        while (at < payload.length && payload[at] >= '0' && payload[at] <= '9') {
            at++;
        }
        require(at > digits, "expected a whole number as the timestamp");
        try {
            long nanos = Math.multiplyExact(Long.parseLong(new String(payload, from, at - from, ISO_8859_1)), unit);
            return Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS), Math.floorMod(nanos, NANOS));
        } catch (ArithmeticException | NumberFormatException e) {
            reportValue(from, "the timestamp is outside 1677 to 2262; is the precision right?");
            return null;
        }
    }

    private void require(boolean isRight, String otherwise) throws DecodeException {
        if (!isRight) {
            throw broken(otherwise);
        }
    }

    /** Returns the failure at the current position, or an earlier wrong value of the line. */
    private DecodeException broken(String what) {
        return wrongValue == null ? failure(at, what) : wrongValue;
    }

    private void reportValue(int position, String what) {
        if (wrongValue == null) {
            wrongValue = failure(position, what);
        }
    }

    private DecodeException failure(int position, String what) {
        for (; counted < position; counted++) {
            if (payload[counted] == '\n') {
                lineNumber++;
                lineStart = counted + 1;
            }
        }
        int column = 1;
        for (int i = lineStart; i < position; i++) {
            column += (payload[i] & 0xC0) == 0x80 ? 0 : 1; // not the later bytes of a character
        }
        return new DecodeException(
                Fault.MALFORMED, "Line " + lineNumber + ", column " + column + " of the payload: " + what, -1);
    }

    /**
     * Checked line of a payload, with the indices of its parts.
     *
     * @param from index of the measurement
     * @param tags index after the measurement: of the comma before the first tag, or of a space
     * @param afterTags index after the last tag
     * @param fields index of the first field
     * @param afterFields index after the last field
     * @param time the timestamp, {@code null} for none
     * @param to index after the last part
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Line(
            byte[] payload,
            int from,
            int tags,
            int afterTags,
            int fields,
            int afterFields,
            @Nullable Instant time,
            int to) {}
}
