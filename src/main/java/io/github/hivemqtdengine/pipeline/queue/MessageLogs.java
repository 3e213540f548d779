// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.queue;

import io.github.hivemqtdengine.pipeline.queue.MessageLog.LoggedMessage;
import java.util.List;
import java.util.function.Consumer;

/** Logs of all lanes. */
public interface MessageLogs {

    /**
     * Opens the log of one lane; to be called once until it is released.
     *
     * @param number the lane, from 1
     */
    MessageLog log(String databaseId, int number);

    /**
     * Hands over an earlier process's messages of another lane layout, to be appended again. The order within a lane is
     * kept. If the sink throws, the logs stay unchanged.
     */
    void reassign(Consumer<LoggedMessage> sink);

    /** Returns whether there is room for messages of usual size, judging without a write. For any thread. */
    boolean hasRoom();

    /** Closes the logs of a database whose lanes have ended; their messages stay. */
    void release(String databaseId);

    /** Returns the timestamp high-water marks of a database that the lanes of an earlier process left. */
    List<HighWaterMark> marks(String databaseId);
}
