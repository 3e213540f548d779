package io.github.hivemqtdengine.spool;

import io.github.hivemqtdengine.pipeline.ReplaySource.Taker;
import java.io.IOException;

/** Messages that are taken in again, and how far that has come. Not for many threads. */
interface Replayed {

    /**
     * Hands over what was not taken yet.
     *
     * @return {@code false} if the taker takes no more
     */
    boolean handOver(Taker taker) throws IOException;

    /** What was taken so far. */
    ReplayProgress progress();
}
