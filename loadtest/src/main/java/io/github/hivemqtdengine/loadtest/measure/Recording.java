package io.github.hivemqtdengine.loadtest.measure;

/** Takes every single message of a load, in no order. Many threads call it. */
public interface Recording {

    /** Keeps nothing. */
    Recording NOTHING = new Recording() {
        @Override
        public void sent(long epochMicros, String clientId) {}

        @Override
        public void received(long epochMicros, String clientId, long latencyMicros) {}
    };

    void sent(long epochMicros, String clientId);

    void received(long epochMicros, String clientId, long latencyMicros);
}
