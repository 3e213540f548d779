package io.github.hivemqtdengine.loadtest.mqtt;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class HiveMqLoaderTest extends LoaderContract {

    @TempDir
    static Path folder;

    static TestBroker broker;

    @BeforeAll
    static void startBroker() throws Exception {
        broker = TestBroker.hiveMq(folder);
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @Override
    TestBroker broker() {
        return broker;
    }
}
