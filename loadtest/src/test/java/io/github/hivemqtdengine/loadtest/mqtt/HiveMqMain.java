// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import com.hivemq.embedded.EmbeddedHiveMQ;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Main class of HiveMQ Community Edition in a child JVM, which ends with its parent. */
final class HiveMqMain {

    /** By default HiveMQ drops messages, also at QoS 1 and 2, for a subscriber with 1,000 pending ones. */
    private static final String CONFIGURATION = """
            <?xml version="1.0"?>
            <hivemq>
                <listeners>
                    <tcp-listener>
                        <port>%s</port>
                        <bind-address>127.0.0.1</bind-address>
                    </tcp-listener>
                </listeners>
                <mqtt>
                    <queued-messages>
                        <max-queue-size>100000</max-queue-size>
                    </queued-messages>
                </mqtt>
                <persistence>
                    <mode>in-memory</mode>
                </persistence>
                <anonymous-usage-statistics>
                    <enabled>false</enabled>
                </anonymous-usage-statistics>
            </hivemq>
            """;

    private HiveMqMain() {}

    /** Runs in the folder and on the port of the arguments, until standard input ends. */
    public static void main(String[] arguments) throws IOException {
        var folder = Path.of(arguments[0]);
        var configuration = Files.createDirectories(folder.resolve("conf"));
        Files.writeString(configuration.resolve("config.xml"), CONFIGURATION.formatted(arguments[1]));
        EmbeddedHiveMQ.builder()
                .withConfigurationFolder(configuration)
                .withDataFolder(Files.createDirectories(folder.resolve("data")))
                .withExtensionsFolder(Files.createDirectories(folder.resolve("extensions")))
                .withoutLoggingBootstrap()
                .build()
                .start()
                .join();
        while (System.in.read() >= 0) {
            // the parent sends nothing
        }
        System.exit(0);
    }
}
