// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import com.codahale.metrics.MetricRegistry;
import com.hivemq.configuration.service.InternalConfigurations;
import com.hivemq.embedded.EmbeddedExtension;
import com.hivemq.embedded.EmbeddedHiveMQ;
import com.hivemq.extension.sdk.api.ExtensionMain;
import com.hivemq.extension.sdk.api.client.parameter.ServerInformation;
import com.hivemq.extension.sdk.api.parameter.ExtensionStartInput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStartOutput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStopInput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStopOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * HiveMQ Community Edition in this process with the packaged extension. It has one MQTT listener on the loopback
 * address and keeps all files below one folder. After a stop it can be started again on the same files.
 */
public final class EmbeddedBroker implements AutoCloseable {

    public static final String HOST = "127.0.0.1";

    /** As the packaged extension's. */
    private static final int START_PRIORITY = 1_000;

    private static final int FIRST_START_PRIORITY = 2_000;

    private static final String EXTENSION_ID = "hivemq-tdengine-extension";
    private static final String CONFIGURATION = """
            <?xml version="1.0"?>
            <hivemq>
                <listeners>
            %s
                </listeners>
                <persistence>
                    <mode>in-memory</mode>
                </persistence>
                <anonymous-usage-statistics>
                    <enabled>false</enabled>
                </anonymous-usage-statistics>
            </hivemq>
            """;

    private static final String PLAIN_LISTENER = """
            <tcp-listener>
                <port>%d</port>
                <bind-address>%s</bind-address>
            </tcp-listener>
            """;

    static {
        // the broker would wait 2 s for late writes to its persistence, which is in memory here
        InternalConfigurations.PERSISTENCE_SHUTDOWN_GRACE_PERIOD_MSEC.set(50);
    }

    private final Path folder;
    private final Watcher watcher = new Watcher();
    private String listener = PLAIN_LISTENER;
    private @Nullable EmbeddedHiveMQ broker;

    /**
     * Unpacks the extension; one from an earlier run is replaced, its configuration included.
     *
     * @param folder the folder of all files, created if missing
     * @param extensionZip the packaged extension
     */
    public EmbeddedBroker(Path folder, Path extensionZip) {
        this.folder = folder.toAbsolutePath();
        try {
            Folders.delete(extensionFolder());
            Folders.unzip(extensionZip, this.folder.resolve("extensions"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the folder of the unpacked extension. */
    public Path extensionFolder() {
        return folder.resolve("extensions").resolve(EXTENSION_ID);
    }

    /** Returns the extension's configuration file, to be replaced before a start. */
    public Path configurationFile() {
        return extensionFolder().resolve("conf").resolve("config.xml");
    }

    /** Returns the folder that the extension writes to. */
    public Path extensionDataFolder() {
        return folder.resolve("data").resolve(EXTENSION_ID);
    }

    /**
     * Starts the broker and returns when it accepts connections, even if the extension rejects its configuration.
     *
     * @param mqttPort the listener's port, 0 for a free one
     * @throws IllegalStateException if the broker does not start, for example because the port is in use
     */
    public void start(int mqttPort) {
        var starting = EmbeddedHiveMQ.builder()
                .withConfigurationFolder(writeConfiguration(mqttPort))
                .withDataFolder(folder.resolve("data"))
                .withExtensionsFolder(folder.resolve("extensions"))
                .withEmbeddedExtension(watcher.asExtension())
                .withoutLoggingBootstrap()
                .build();
        broker = starting;
        try {
            starting.start().get();
        } catch (ExecutionException e) {
            stop();
            throw new IllegalStateException("The broker does not start on port " + mqttPort, e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stop();
            throw new IllegalStateException("Interrupted while the broker was starting", e);
        }
    }

    private Path writeConfiguration(int mqttPort) {
        try {
            Files.createDirectories(folder.resolve("data"));
            var configuration = Files.createDirectories(folder.resolve("conf"));
            Files.writeString(
                    configuration.resolve("config.xml"), CONFIGURATION.formatted(listener.formatted(mqttPort, HOST)));
            return configuration;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Replaces the listener from the next start on: an XML element with {@code %d} for its port and then {@code %s}. */
    public void listen(String otherListener) {
        listener = otherListener;
    }

    /** Runs another extension of this class loader beside the packaged one, from the next start on. */
    public void alongside(ExtensionMain other) {
        alongside(other, 0);
    }

    /** Runs another extension with a priority: interceptors of a higher priority come first. */
    public void alongside(ExtensionMain other, int priority) {
        watcher.companion = other;
        watcher.priority = priority;
    }

    /** Runs another extension, which starts before the packaged one. */
    public void beforehand(ExtensionMain other) {
        watcher.companion = other;
        watcher.startPriority = FIRST_START_PRIORITY;
    }

    public boolean isRunning() {
        return broker != null;
    }

    /** Returns the port of the MQTT listener. */
    public int mqttPort() {
        return watcher.mqttPort();
    }

    /** Returns the broker's metrics, including those of the extension. */
    public MetricRegistry metrics() {
        return running().getMetricRegistry();
    }

    /** Stops the broker like {@link #stop}, but without HiveMQ's quiet period of 2 s. Calling it twice is harmless. */
    @Override
    public void close() {
        if (broker != null) {
            ImmediateNettyShutdown.install(broker);
        }
        stop();
    }

    /** Stops the broker as an operator would, which lets the extension drain. Calling it twice is harmless. */
    public void stop() {
        var closing = broker;
        broker = null;
        if (closing == null) {
            return;
        }
        try {
            closing.close();
        } catch (ExecutionException e) {
            throw new IllegalStateException("The broker does not stop", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private EmbeddedHiveMQ running() {
        return Objects.requireNonNull(broker, "the broker does not run");
    }

    /** Embedded extension that reads the bound port from the broker. */
    private static final class Watcher implements ExtensionMain {

        private @Nullable ServerInformation server;
        private @Nullable ExtensionMain companion;
        private int priority;
        private int startPriority = START_PRIORITY;

        EmbeddedExtension asExtension() {
            return EmbeddedExtension.builder()
                    .withId("watcher")
                    .withName("Watcher")
                    .withVersion("1")
                    .withPriority(priority)
                    .withStartPriority(startPriority)
                    .withExtensionMain(this)
                    .build();
        }

        @Override
        public void extensionStart(ExtensionStartInput input, ExtensionStartOutput output) {
            server = input.getServerInformation();
            if (companion != null) {
                companion.extensionStart(input, output);
            }
        }

        @Override
        public void extensionStop(ExtensionStopInput input, ExtensionStopOutput output) {
            if (companion != null) {
                companion.extensionStop(input, output);
            }
        }

        int mqttPort() {
            return Objects.requireNonNull(server, "the broker does not run")
                    .getListener()
                    .iterator()
                    .next()
                    .getPort();
        }
    }
}
