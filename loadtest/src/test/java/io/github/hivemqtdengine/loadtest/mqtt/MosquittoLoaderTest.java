// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

@Tag("full")
class MosquittoLoaderTest extends LoaderContract {

    @TempDir
    static Path folder;

    @AutoClose
    static @Nullable TestBroker broker;

    @BeforeAll
    static void startBroker() throws Exception {
        broker = TestBroker.mosquitto(
                folder, "allow_anonymous true\nmax_queued_messages 0\nmax_inflight_messages 1000\n");
    }

    @Override
    TestBroker broker() {
        return Objects.requireNonNull(broker);
    }
}
