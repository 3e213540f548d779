package io.github.hivemqtdengine.pipeline;

/** Where messages are kept that can't become rows. May be called by many threads. */
@FunctionalInterface
public interface DeadLetters {

    /**
     * Keeps a message for good. It does not throw and does not wait for anything but the disk.
     *
     * @return whether the message is kept; if not, it is lost and the caller counts it as dropped
     */
    boolean keep(DeadLetter letter);
}
