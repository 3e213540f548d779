// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

/** Receives every message of a load, in no order. Thread-safe. */
public interface Recording {

    /** Discards everything. */
    Recording NOTHING = new Recording() {
        @Override
        public void sent(long epochMicros, String clientId) {}

        @Override
        public void received(long epochMicros, String clientId, long latencyMicros) {}
    };

    void sent(long epochMicros, String clientId);

    void received(long epochMicros, String clientId, long latencyMicros);
}
