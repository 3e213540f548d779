// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Option that selects HiveMQ's data folder. */
final class DataFolderOption {

    private static final String EXTENSION_ID = "hivemq-tdengine-extension";

    private final Path home;

    @Option(
            names = "--data-folder",
            paramLabel = "FOLDER",
            description = "HiveMQ's data folder; the folder data next to extensions unless given.")
    private @Nullable Path dataFolder;

    /** @param home the extension's folder */
    DataFolderOption(Path home) {
        this.home = home;
    }

    /** Returns HiveMQ's data folder. */
    Path brokerFolder() {
        return dataFolder == null
                ? home.toAbsolutePath().normalize().resolve("../../data").normalize()
                : dataFolder;
    }

    /** Returns the extension's folder in HiveMQ's data folder. */
    Path extensionFolder() {
        return brokerFolder().resolve(EXTENSION_ID);
    }
}
