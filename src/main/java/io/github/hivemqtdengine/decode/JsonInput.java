package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;

/** Bytes of JSON that are read forward. For one thread. */
final class JsonInput {

    /** Stands for a byte where none is left. */
    static final int END = -1;

    private final byte[] payload;
    private final int end;
    private int at;

    /** @param to behind the last byte */
    JsonInput(byte[] payload, int from, int to) {
        this.payload = payload;
        this.at = from;
        this.end = to;
    }

    byte[] payload() {
        return payload;
    }

    /** The next byte, in the payload as a whole. */
    int position() {
        return at;
    }

    /** Goes on at another position. */
    void goTo(int position) {
        at = position;
    }

    /** Behind the last byte. */
    int end() {
        return end;
    }

    /** The next byte without passing it, 0 to 255, or {@link #END}. */
    int peek() {
        return at < end ? payload[at] & 0xFF : END;
    }

    /** Passes a byte. */
    void pass() {
        at++;
    }

    /** Passes white space, and gives the byte behind it without passing that. */
    int peekBehindSpace() {
        while (at < end) {
            int next = payload[at];
            if (next != ' ' && next != '\n' && next != '\r' && next != '\t') {
                return next & 0xFF;
            }
            at++;
        }
        return END;
    }

    /** Passes a byte that must be there. */
    void expect(int wanted) throws DecodeException {
        if (peek() != wanted) {
            throw invalid();
        }
        at++;
    }

    /** What is wrong where JSON can't go on like this. */
    DecodeException invalid() {
        return at < end
                ? failure(Fault.MALFORMED, "The payload is not valid JSON")
                : failure(Fault.TRUNCATED, "The payload's JSON ends too early");
    }

    DecodeException failure(Fault fault, String sentence) {
        return new DecodeException(fault, sentence, at);
    }
}
