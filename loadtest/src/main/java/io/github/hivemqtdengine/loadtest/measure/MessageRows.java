// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

/** Rows of the messages of a load. */
public interface MessageRows {

    /** Returns the most rows of a message. */
    int most();

    /** Returns the number of rows of a message. Their indexes are below {@link #most}. */
    int of(SentLog sent, int message);

    /** Returns equally many rows for each message, at least 1. */
    static MessageRows each(int rows) {
        return new MessageRows() {
            @Override
            public int most() {
                return rows;
            }

            @Override
            public int of(SentLog sent, int message) {
                return rows;
            }
        };
    }
}
