// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.option;

import io.github.hivemqtdengine.cli.output.Words;
import io.github.hivemqtdengine.spool.disk.PrivateFiles;
import io.github.hivemqtdengine.spool.replay.ReplayDraft;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Option that selects HiveMQ's data folder. */
public final class DataFolderOption {

    private static final String EXTENSION_ID = "hivemq-tdengine-extension";

    private final Path home;

    @Option(
            names = "--data-folder",
            paramLabel = "FOLDER",
            description = "HiveMQ's data folder; the folder data next to extensions unless given.")
    private @Nullable Path dataFolder;

    @Spec(Target.MIXEE)
    private @Nullable CommandSpec spec;

    /** @param home the extension's folder */
    public DataFolderOption(Path home) {
        this.home = home;
    }

    /** Returns HiveMQ's data folder. */
    public Path brokerFolder() {
        return dataFolder == null
                ? home.toAbsolutePath().normalize().resolve("../../data").normalize()
                : dataFolder;
    }

    /** Returns the extension's folder in HiveMQ's data folder. */
    public Path extensionFolder() {
        return brokerFolder().resolve(EXTENSION_ID);
    }

    /**
     * Returns the extension's folder.
     *
     * @throws ParameterException if it does not exist
     */
    public Path existing() {
        var folder = extensionFolder();
        if (!Files.isDirectory(folder)) {
            throw usage("There is no folder " + folder + "; say where HiveMQ keeps its data: --data-folder FOLDER");
        }
        return folder;
    }

    /**
     * Returns the extension's folder, to write there.
     *
     * @throws ParameterException if it does not exist, or the user of this process must not write there
     */
    public Path writable() {
        var folder = existing();
        try {
            PrivateFiles.otherOwner(folder).ifPresent(owner -> {
                throw usage("Folder \"" + folder + "\" belongs to \"" + owner
                        + "\", not to the user of this command; nothing is written, since the broker could not read it,"
                        + " and its user could redirect it. Run the command as that user: "
                        + Words.asUser(owner) + "bin/"
                        + Objects.requireNonNull(spec)
                                .commandLine()
                                .getCommandSpec()
                                .qualifiedName() + " ...");
            });
            return folder;
        } catch (IOException e) {
            throw usage("The owner of \"" + folder + "\" can't be found: " + e);
        }
    }

    /**
     * Creates a file for the replay folder.
     *
     * @param now the time in its name
     * @throws ParameterException if the user of this process must not write there, or can't
     */
    public ReplayDraft draft(Instant now) {
        var folder = writable();
        try {
            return new ReplayDraft(folder, now);
        } catch (IOException e) {
            throw usage("The replay folder in \"" + folder + "\" can't be written: " + e);
        }
    }

    private ParameterException usage(String sentence) {
        return new ParameterException(Objects.requireNonNull(spec).commandLine(), sentence);
    }
}
