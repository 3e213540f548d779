package io.github.hivemqtdengine.loadtest.measure;

/** Logs for tests. */
final class SentLogs {

    private SentLogs() {}

    /** Messages sent at these times, all acknowledged. */
    static SentLog at(int publisher, long... micros) {
        var log = new SentLog(publisher, micros.length);
        for (long time : micros) {
            log.acknowledged(log.sent(time));
        }
        return log;
    }

    /** So many messages, a microsecond apart, the first ones of them acknowledged. */
    static SentLog of(int publisher, int messages, int acknowledged) {
        var log = new SentLog(publisher, messages);
        for (int i = 0; i < messages; i++) {
            int message = log.sent(i);
            if (message < acknowledged) {
                log.acknowledged(message);
            }
        }
        return log;
    }
}
