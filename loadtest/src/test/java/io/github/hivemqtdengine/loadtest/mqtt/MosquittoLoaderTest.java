package io.github.hivemqtdengine.loadtest.mqtt;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class MosquittoLoaderTest extends LoaderContract {

    @TempDir
    static Path folder;

    static @Nullable TestBroker broker;

    @BeforeAll
    static void startBroker() throws Exception {
        assumeTrue(TestBroker.hasMosquitto(), "Not run: there is no " + TestBroker.MOSQUITTO);
        broker = TestBroker.mosquitto(
                folder, "allow_anonymous true\nmax_queued_messages 0\nmax_inflight_messages 1000\n");
    }

    @AfterAll
    static void stopBroker() {
        if (broker != null) {
            broker.close();
        }
    }

    @Override
    TestBroker broker() {
        return Objects.requireNonNull(broker);
    }
}
