package io.github.hivemqtdengine.decode;

/**
 * A payload that is not of the expected format. It carries no stack trace: a malformed message is an event, not a
 * crash, and must stay cheap under attack.
 */
public final class DecodeException extends Exception {

    private final String sentence;
    private final long position;

    /**
     * @param reason what is wrong, a sentence without the payload's content
     * @param position the byte at which it was noticed, or -1
     */
    public DecodeException(String reason, long position) {
        super(at(reason, position), null, false, false);
        this.sentence = at(reason, position);
        this.position = position;
    }

    private static String at(String reason, long position) {
        return position < 0 ? reason : reason + " at byte " + position;
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
