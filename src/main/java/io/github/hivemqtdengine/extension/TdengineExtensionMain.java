package io.github.hivemqtdengine.extension;

import com.hivemq.extension.sdk.api.ExtensionMain;
import com.hivemq.extension.sdk.api.parameter.ExtensionStartInput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStartOutput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStopInput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStopOutput;
import com.hivemq.extension.sdk.api.services.Services;
import io.github.hivemqtdengine.config.ConfigurationException;
import io.github.hivemqtdengine.config.ConfigurationReader;
import io.github.hivemqtdengine.config.ConfigurationWatch;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The extension's start and stop. */
public final class TdengineExtensionMain implements ExtensionMain {

    private static final Logger LOG = LoggerFactory.getLogger(TdengineExtensionMain.class);

    private static final String DISABLED =
            "\nHiveMQ leaves it disabled: mend that, and delete the file DISABLED in the extension's folder";

    private final AtomicReference<@Nullable ExtensionRun> running = new AtomicReference<>();

    @Override
    public void extensionStart(ExtensionStartInput input, ExtensionStartOutput output) {
        var information = input.getExtensionInformation();
        var configuration = information.getExtensionHomeFolder().toPath().resolve("conf/config.xml");
        var dataFolder = input.getServerInformation().getDataFolder().toPath().resolve(information.getId());
        try {
            var reader = new ConfigurationReader();
            var reading = reader.look(configuration);
            var settings = reading.settings();
            var run = new ExtensionRun(settings, dataFolder, Services.metricRegistry(), Services.clientService());
            running.set(run);
            run.listen(
                    Services.eventRegistry(),
                    Services.initializerRegistry(),
                    Services.interceptorRegistry(),
                    Services.extensionExecutorService(),
                    Services.adminService().getCurrentStage());
            run.follow(new ConfigurationWatch(reader, configuration, reading));
            StartReport.lines(settings).forEach(LOG::info);
            StartReport.warnings(settings).forEach(LOG::warn);
        } catch (ConfigurationException e) {
            output.preventExtensionStartup("The configuration can't be used:\n" + e.getMessage() + DISABLED);
        } catch (IOException | RuntimeException e) {
            LOG.error("The extension can't start", e);
            output.preventExtensionStartup("It failed to start: " + e + DISABLED);
            stop();
        }
    }

    @Override
    public void extensionStop(ExtensionStopInput input, ExtensionStopOutput output) {
        stop();
    }

    private void stop() {
        var run = running.getAndSet(null);
        if (run != null) {
            run.close();
        }
    }
}
