// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

/** Sent logs for tests. */
final class SentLogs {

    private SentLogs() {}

    /** Returns a log of acknowledged messages with these send times. */
    static SentLog at(int publisher, long... micros) {
        var log = new SentLog(publisher);
        for (long time : micros) {
            log.acknowledged(log.sent(time));
        }
        return log;
    }

    /** Returns a log of messages 1 µs apart, of which the first {@code acknowledged} are acknowledged. */
    static SentLog of(int publisher, int messages, int acknowledged) {
        var log = new SentLog(publisher);
        for (int i = 0; i < messages; i++) {
            int message = log.sent(i);
            if (message < acknowledged) {
                log.acknowledged(message);
            }
        }
        return log;
    }
}
