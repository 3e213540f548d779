package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.testkit.DatabaseKind;
import io.github.hivemqtdengine.testkit.TDengineServer;
import org.jspecify.annotations.Nullable;

class TdengineBatchWriterIT extends BatchWriterContract {

    TdengineBatchWriterIT() {
        super(DatabaseKind.TDENGINE);
    }

    @Override
    @Nullable
    Object read(@Nullable Object written) {
        return written;
    }

    @Override
    String subtableColumn() {
        return "tbname";
    }

    @Override
    void stopServer() {
        TDengineServer.shared().processes().adapter().stop();
    }

    @Override
    void startServer() {
        TDengineServer.shared().processes().adapter().start();
        TDengineServer.shared().processes().awaitReady();
    }

    @Override
    void createMeters() throws Exception {
        server().execute(
                        "CREATE STABLE meters (ts TIMESTAMP, reading DOUBLE, note VARCHAR(100)) TAGS (site VARCHAR(64))");
    }

    @Override
    void dropMeters() throws Exception {
        server().execute("DROP STABLE meters");
    }
}
