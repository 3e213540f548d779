// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode;

/**
 * Failure to decode a payload that is not in the expected format. It carries no stack trace: a malformed message is an
 * event, not a crash, and must stay cheap under attack.
 */
public final class DecodeException extends Exception {

    /** Kinds of decoding errors. */
    public enum Fault {
        /** The payload breaks the format's rules. */
        MALFORMED,
        /** The payload ends too early. */
        TRUNCATED,
        /** Text in the payload is not valid in its charset. */
        CHARSET,
        /** The payload exceeds a limit of this extension on size, depth or length. */
        LIMIT,
        /** The payload has no records where the mapping expects them. */
        NO_ROWS,
        /** The payload has a metric whose alias or datatype no known BIRTH announces. */
        UNKNOWN_ALIAS,
        /** The payload needs a schema that is not available. */
        NO_SCHEMA,
        /** The payload names a schema that is not known now, but may be later. */
        UNKNOWN_SCHEMA,
        /** The payload uses a feature that this extension does not support. */
        UNSUPPORTED
    }

    private final Fault fault;
    private final String reason;
    private final String sentence;
    private final long position;

    /**
     * @param reason sentence that describes the error without the payload's content
     * @param position byte at which the error was detected, or -1
     */
    public DecodeException(Fault fault, String reason, long position) {
        super(at(reason, position), null, false, false);
        this.fault = fault;
        this.reason = reason;
        this.sentence = at(reason, position);
        this.position = position;
    }

    private static String at(String reason, long position) {
        return position < 0 ? reason : reason + " at byte " + position;
    }

    /**
     * Returns this failure with the part of the payload that it is in.
     *
     * @param part start of the sentence, such as {@code Metric "temp"}
     * @param start position of the part, used if this failure has none
     */
    public DecodeException within(String part, long start) {
        return new DecodeException(fault, part + ": " + reason, position < 0 ? start : position);
    }

    public Fault fault() {
        return fault;
    }

    /** Returns a sentence with the reason and the position. */
    public String sentence() {
        return sentence;
    }

    /** Returns the byte at which the error was detected, or -1. */
    public long position() {
        return position;
    }
}
