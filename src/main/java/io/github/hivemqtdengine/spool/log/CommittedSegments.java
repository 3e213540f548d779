// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Taker of the segments that the logs no longer need, since all of their messages are committed. One of replayed
 * messages only has no records any more. Thread-safe.
 */
@FunctionalInterface
public interface CommittedSegments {

    /** Deletes them. */
    CommittedSegments DELETED = Files::deleteIfExists;

    /**
     * Takes a segment out of its folder. It may be gone already.
     *
     * @throws IOException if the segment is still there
     */
    void take(Path segment) throws IOException;

    /**
     * Makes room on the disk of the logs by giving up some of the segments that were taken. Must not take long.
     *
     * @param bytes the room that the logs lack
     * @return whether any room was made
     */
    default boolean giveUp(long bytes) {
        return false;
    }
}
