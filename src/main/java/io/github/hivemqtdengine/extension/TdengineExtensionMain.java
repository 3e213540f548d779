// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

import com.hivemq.extension.sdk.api.ExtensionMain;
import com.hivemq.extension.sdk.api.parameter.ExtensionStartInput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStartOutput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStopInput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStopOutput;
import com.hivemq.extension.sdk.api.services.Services;
import io.github.hivemqtdengine.config.ConfigurationException;
import io.github.hivemqtdengine.config.ConfigurationReader;
import io.github.hivemqtdengine.config.ConfigurationSnapshot;
import io.github.hivemqtdengine.config.ConfigurationWatch;
import io.github.hivemqtdengine.extension.publish.InboundTraffic;
import io.github.hivemqtdengine.metrics.DropwizardMetrics;
import io.github.hivemqtdengine.pipeline.account.AckTimeouts;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Entry point of the extension: start and stop. */
public final class TdengineExtensionMain implements ExtensionMain {

    private static final Logger LOG = LoggerFactory.getLogger(TdengineExtensionMain.class);

    private static final String REMEDY =
            "No message is stored, although the broker acknowledges them. HiveMQ disables the extension: correct the"
                    + " cause, delete the file \"DISABLED\" in the extension's folder, and restart the broker";

    private static final String DISABLED =
            "\nHiveMQ leaves it disabled: correct the cause, and delete the file \"DISABLED\" in the extension's folder";

    /** Actions that close the parts, the last one first. HiveMQ may start the extension again after a stop. */
    private final Deque<Runnable> closing = new ArrayDeque<>();

    @Override
    public synchronized void extensionStart(ExtensionStartInput input, ExtensionStartOutput output) {
        var captureGauge = new CaptureGauge(Services.metricRegistry());
        try {
            start(input, captureGauge);
        } catch (ConfigurationException e) {
            LOG.error(
                    "The extension cannot start because its configuration is invalid. {}:\n{}", REMEDY, e.getMessage());
            output.preventExtensionStartup("The configuration cannot be used:\n" + e.getMessage() + DISABLED);
        } catch (RuntimeException e) {
            LOG.error("The extension cannot start. {}", REMEDY, e);
            output.preventExtensionStartup("It failed to start: " + e + DISABLED);
            stop();
        }
    }

    private void start(ExtensionStartInput input, CaptureGauge captureGauge) throws ConfigurationException {
        var information = input.getExtensionInformation();
        var file = information.getExtensionHomeFolder().toPath().resolve("conf/config.xml");
        var dataFolder = input.getServerInformation().getDataFolder().toPath().resolve(information.getId());
        var wait = new StartWait();
        var reader = new ConfigurationReader();
        var reading = read(reader, file, wait);
        var settings = reading.settings();
        var traffic = InboundTraffic.of(Services.metricRegistry());
        var acks = new AckTimeouts(traffic::unseen, InboundTraffic.maxUnseen());
        closing.push(acks::close);
        var watch = new ConfigurationWatch(reader, file, reading);
        var extension = new StartedExtension(settings, dataFolder, Services.metricRegistry(), watch, captureGauge);
        closing.push(extension::close);
        extension.start(wait);
        var listeners = new ClientListeners(
                settings, extension::sink, extension::arrivalMicros, Services.clientService(), acks, traffic);
        listeners.report(new DropwizardMetrics(Services.metricRegistry()));
        closing.push(listeners::close);
        listeners.listen(
                Services.eventRegistry(),
                Services.initializerRegistry(),
                Services.interceptorRegistry(),
                Services.extensionExecutorService(),
                Services.adminService().getCurrentStage());
    }

    /** Reads the configuration; waits for files that may be mounted a moment later, such as a secret or an include. */
    private static ConfigurationSnapshot read(ConfigurationReader reader, Path file, StartWait wait) {
        while (true) {
            var reading = reader.snapshot(file);
            if (!reading.lacksFile() || !wait.pause(reading.problems())) {
                return reading;
            }
        }
    }

    @Override
    public synchronized void extensionStop(ExtensionStopInput input, ExtensionStopOutput output) {
        stop();
    }

    private void stop() {
        while (!closing.isEmpty()) {
            try {
                closing.pop().run();
            } catch (RuntimeException e) {
                LOG.error("A component of the extension failed to close; the other components are closed", e);
            }
        }
    }
}
