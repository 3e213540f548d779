// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

import java.time.Duration;

/** Database that lanes write to. May be used by many threads. */
public interface Database extends AutoCloseable {

    /** Returns the id from the configuration. */
    String id();

    /** Returns the time after which a write fails. */
    Duration longestWrite();

    /** Returns the number of open connections; 0 if this kind of database does not tell. */
    default int connections() {
        return 0;
    }

    /** Opens a writer for one lane. It connects on first use, so this call never waits and never fails. */
    BatchWriter openWriter();

    /** Closes the connections. Calling it twice is harmless. */
    @Override
    void close();
}
