package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.testkit.DatabaseKind;
import io.github.hivemqtdengine.testkit.QuestDbServer;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

class QuestDbBatchWriterIT extends BatchWriterContract {

    QuestDbBatchWriterIT() {
        super(DatabaseKind.QUESTDB);
    }

    @Override
    @Nullable
    Object read(@Nullable Object written) {
        if (written instanceof Boolean truth) {
            return truth ? 1L : 0L;
        }
        return written instanceof BigInteger whole ? new BigDecimal(whole) : written;
    }

    @Override
    String subtableColumn() {
        return "subtable";
    }

    @Override
    void stopServer() {
        QuestDbServer.shared().stop();
    }

    @Override
    void startServer() {
        QuestDbServer.shared().start();
    }

    @Override
    void createMeters() throws Exception {
        server().execute(
                        "CREATE TABLE meters (ts TIMESTAMP, subtable SYMBOL, reading DOUBLE, note VARCHAR, site VARCHAR)"
                                + " TIMESTAMP(ts) PARTITION BY MONTH WAL DEDUP UPSERT KEYS(ts, subtable)");
    }

    @Override
    void dropMeters() throws Exception {
        server().execute("DROP TABLE meters");
    }
}
