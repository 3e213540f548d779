package io.github.hivemqtdengine.pipeline;

import java.time.Duration;

/** A database that lanes write to. May be used by many threads. */
public interface Database extends AutoCloseable {

    /** The id that the configuration gives it. */
    String id();

    /** How long a write that is under way may take until it fails. */
    Duration longestWrite();

    /** A writer for one lane. It connects at its first use, so this never waits and never fails. */
    BatchWriter openWriter();

    /** Closes the connections. Calling it twice is harmless. */
    @Override
    void close();
}
