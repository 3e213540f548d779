package io.github.hivemqtdengine.decode;

/**
 * A payload that is not of the expected format. It carries no stack trace: a malformed message is an event, not a
 * crash, and must stay cheap under attack.
 */
public final class DecodeException extends Exception {

    /** What is wrong with a payload. */
    public enum Fault {
        /** It breaks the format's rules. */
        MALFORMED,
        /** It ends too early. */
        TRUNCATED,
        /** Text in it is not of its charset. */
        CHARSET,
        /** It is larger, deeper or longer than this extension reads. */
        LIMIT,
        /** It has no records where the mapping expects them. */
        NO_ROWS,
        /** It needs a schema that is not there. */
        NO_SCHEMA,
        /** It is of a kind that this extension does not read. */
        UNSUPPORTED
    }

    private final Fault fault;
    private final String sentence;
    private final long position;

    /**
     * @param reason what is wrong, a sentence without the payload's content
     * @param position the byte at which it was noticed, or -1
     */
    public DecodeException(Fault fault, String reason, long position) {
        super(at(reason, position), null, false, false);
        this.fault = fault;
        this.sentence = at(reason, position);
        this.position = position;
    }

    private static String at(String reason, long position) {
        return position < 0 ? reason : reason + " at byte " + position;
    }

    /** What is wrong. */
    public Fault fault() {
        return fault;
    }

    /** What is wrong and where, as a sentence. */
    public String sentence() {
        return sentence;
    }

    /** The byte at which the fault was noticed, or -1. */
    public long position() {
        return position;
    }
}
