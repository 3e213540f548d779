// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.account;

import java.io.IOException;

/** Store of dead letters. May be called by many threads. */
@FunctionalInterface
public interface DeadLetters {

    /**
     * Stores a dead letter; a power cut may lose it before {@link #sync}. Waits for the disk only.
     *
     * @return whether the letter is stored; if not, the store has reached its limit
     * @throws IOException if the disk does not take it now; a later attempt may succeed
     */
    boolean keep(DeadLetter letter) throws IOException;

    /**
     * Syncs all letters stored so far, if the configuration promises that they survive a power cut. Does not throw and
     * waits for the disk only.
     *
     * @return whether they are on the disk; if not, the messages must not be acknowledged
     */
    default boolean sync() {
        return true;
    }
}
