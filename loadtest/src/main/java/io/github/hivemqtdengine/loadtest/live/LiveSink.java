// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.live;

/** Receiver of live figures. Called about once a second by one thread, and at the end of a round by another one. */
interface LiveSink extends AutoCloseable {

    /** Receives the figures of a running round. */
    void show(LiveFigures figures);

    /** Receives the last figures of a round, which are complete. */
    void ended(LiveFigures figures);

    @Override
    void close();
}
