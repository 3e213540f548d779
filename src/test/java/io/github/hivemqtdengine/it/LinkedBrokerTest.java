// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.TcpRelay;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;

/** A test whose broker reaches its database through a link that the test can cut, slow down and restore. */
abstract class LinkedBrokerTest extends BrokerTest {

    @AutoClose
    TcpRelay link;

    @BeforeEach
    final void openLink() {
        link = new TcpRelay(database.jdbcUrl());
    }

    /** Starts the broker with a whole configuration whose database is reached through the link. */
    final void startBehindLink(String configuration) throws IOException {
        Files.writeString(broker.configurationFile(), configuration.replace(database.jdbcUrl(), link.jdbcUrl()));
        broker.start(0);
    }
}
