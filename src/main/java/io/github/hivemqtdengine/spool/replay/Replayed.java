package io.github.hivemqtdengine.spool.replay;

import io.github.hivemqtdengine.pipeline.ReplaySource.Taker;
import java.io.IOException;

/** Source of messages to replay, with its progress. Not thread-safe. */
interface Replayed {

    /**
     * Hands over the messages that were not replayed yet.
     *
     * @return {@code false} if the taker takes no more
     */
    boolean handOver(Taker taker) throws IOException;

    ReplayProgress progress();
}
