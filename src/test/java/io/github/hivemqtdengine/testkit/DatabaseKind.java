package io.github.hivemqtdengine.testkit;

/** The databases that integration tests run on. */
public enum DatabaseKind {
    QUESTDB {
        @Override
        public TimeSeriesDatabase fresh() {
            return QuestDbServer.shared().freshDatabase();
        }
    },
    TDENGINE {
        @Override
        public TimeSeriesDatabase fresh() {
            return TDengineServer.shared().freshDatabase();
        }
    };

    /** An empty database; skips the calling test where there is no server of this kind. */
    public abstract TimeSeriesDatabase fresh();
}
