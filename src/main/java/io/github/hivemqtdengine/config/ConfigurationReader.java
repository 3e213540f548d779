package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.pipeline.DeliverySettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads a configuration file into settings. */
public final class ConfigurationReader {

    /**
     * Reads and checks a file.
     *
     * @throws ConfigurationException with every problem of the file
     */
    public ExtensionSettings read(Path file) throws ConfigurationException {
        if (!Files.isReadable(file)) {
            throw new ConfigurationException(List.of(new Problem(file, 1, "", "", "can't be read")));
        }
        return new ExtensionSettings(List.of(), List.of(), DeliverySettings.DEFAULT);
    }
}
