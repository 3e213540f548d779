// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.broker;

import com.hivemq.embedded.EmbeddedExtension;
import com.hivemq.embedded.EmbeddedHiveMQ;
import io.github.hivemqtdengine.loadtest.scenario.Mode;
import io.github.hivemqtdengine.loadtest.stack.process.ChildMain;
import java.nio.file.Files;
import java.nio.file.Path;

/** Main class of a HiveMQ Community Edition on a loopback port. */
final class BrokerMain {

    /** System property with HiveMQ's persistence mode, {@code file} by default; {@code in-memory} starts faster. */
    static final String PERSISTENCE = "loadtest.persistence";

    /**
     * HiveMQ's defaults except for two limits. With a receive maximum of 10, asynchronous publishers would wait for the
     * network instead of the broker. With 1,000 queued messages per client, a busy machine would drop deliveries above
     * QoS 0 that are only a second late.
     */
    private static final String CONFIGURATION = """
            <?xml version="1.0"?>
            <hivemq>
                <listeners>
                    %s
                </listeners>
                <mqtt>
                    <receive-maximum>
                        <server-receive-maximum>65535</server-receive-maximum>
                    </receive-maximum>
                    <queued-messages>
                        <max-queue-size>100000</max-queue-size>
                    </queued-messages>
                </mqtt>
                <persistence>
                    <mode>%s</mode>
                </persistence>
                <anonymous-usage-statistics>
                    <enabled>false</enabled>
                </anonymous-usage-statistics>
            </hivemq>
            """;

    private static final String TCP =
            "<tcp-listener><port>%d</port><bind-address>127.0.0.1</bind-address></tcp-listener>";

    private static final String WEBSOCKET = "<websocket-listener><port>%d</port>"
            + "<bind-address>127.0.0.1</bind-address><path>%s</path></websocket-listener>";

    private BrokerMain() {}

    /**
     * Runs until the parent process ends it.
     *
     * @param arguments folder of the broker, which contains its extensions, {@link Mode}, path of its WebSocket listener
     *     or empty, and port
     */
    public static void main(String[] arguments) throws Exception {
        var folder = Path.of(arguments[0]);
        var mode = Mode.valueOf(arguments[1]);
        int port = Integer.parseInt(arguments[3]);
        var listener = arguments[2].isEmpty() ? TCP.formatted(port) : WEBSOCKET.formatted(port, arguments[2]);
        ChildMain.run(() -> start(folder, mode, port, listener));
    }

    private static String start(Path folder, Mode mode, int port, String listener) throws Exception {
        var configuration = Files.createDirectories(folder.resolve("conf"));
        Files.writeString(
                configuration.resolve("config.xml"),
                CONFIGURATION.formatted(listener, System.getProperty(PERSISTENCE, "file")));
        var builder = EmbeddedHiveMQ.builder()
                .withConfigurationFolder(configuration)
                .withDataFolder(Files.createDirectories(folder.resolve("data")))
                .withExtensionsFolder(Files.createDirectories(folder.resolve("extensions")))
                .withoutLoggingBootstrap();
        if (mode == Mode.DO_NOTHING) {
            builder = builder.withEmbeddedExtension(doNothing());
        }
        builder.build().start().join();
        return Integer.toString(port);
    }

    private static EmbeddedExtension doNothing() {
        return EmbeddedExtension.builder()
                .withId("do-nothing")
                .withName("Do-nothing interceptor")
                .withVersion("1")
                .withExtensionMain(new DoNothingExtension())
                .build();
    }
}
