// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.log;

import java.io.Flushable;
import java.nio.file.Path;

/** State outside of the logs that grows with their messages. It is flushed to the disk before they leave a log. */
@FunctionalInterface
public interface LearnedState extends Flushable {

    /** Returns whether messages of this topic change the state, so that a log must not drop them silently. */
    default boolean learnsFrom(String topic) {
        return false;
    }

    /** Returns whether messages of this route change the state now, if their topic does. */
    default boolean learnsFromRoute(String routeId) {
        return true;
    }

    /**
     * Reports messages that change the state and are dropped unread.
     *
     * @param file the segment that has them
     * @param cause why it can't be read
     */
    default void lostUnread(Path file, String cause) {}
}
