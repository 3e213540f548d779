package io.github.hivemqtdengine.pipeline;

import java.util.List;
import java.util.function.Consumer;

/** The logs of all lanes. */
public interface MessageLogs {

    /**
     * The log of one lane, to be asked for once until it is released.
     *
     * @param number the lane, from 1
     */
    MessageLog log(String databaseId, int number);

    /**
     * Hands over what an earlier process has left in lanes that were laid out in another way, those of one lane in their
     * order, so that it can be appended anew. If the taker or the sync throws, everything stays as it was.
     *
     * @param sync run when all is handed over: brings to the disk what the taker has put elsewhere than into these logs
     */
    void replay(Consumer<LoggedMessage> taker, Runnable sync);

    /** Returns whether there is room for messages of usual size, as far as the disk says without a write. By any thread. */
    boolean hasRoom();

    /** Closes the logs of a database whose lanes have ended; what waits in them stays. */
    void release(String databaseId);

    /** How far the lanes of an earlier process have come with the keys of a database, a mark each. */
    List<KeyMark> marks(String databaseId);
}
