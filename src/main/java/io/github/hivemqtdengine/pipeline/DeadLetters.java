package io.github.hivemqtdengine.pipeline;

import java.io.IOException;

/** Where messages are kept that can't become rows. May be called by many threads. */
@FunctionalInterface
public interface DeadLetters {

    /**
     * Keeps a message for good, though a power cut may lose it before {@link #sync}. It does not wait for anything but the disk.
     *
     * @return whether the message is kept; if not, the dead letters have reached their limit
     * @throws IOException if the disk does not take it now; a later try may succeed
     */
    boolean keep(DeadLetter letter) throws IOException;

    /**
     * Brings what was kept so far to the disk, where the configuration promises that it survives a power cut. It does not
     * throw and does not wait for anything but the disk.
     *
     * @return whether it is there; if not, the messages must not be acknowledged
     */
    default boolean sync() {
        return true;
    }
}
