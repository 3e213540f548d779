// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Detects configuration changes by comparing the content of the files, independent of the file system's reports. A
 * change is returned when the next check finds the same content, so no half-written file is used. Not thread-safe.
 */
public final class ConfigurationWatch {

    private final ConfigurationReader reader;
    private final Path file;
    private ConfigurationSnapshot before;
    private ConfigurationSnapshot known;
    private @Nullable ConfigurationSnapshot changed;

    /** @param known the configuration as it was read last */
    public ConfigurationWatch(ConfigurationReader reader, Path file, ConfigurationSnapshot known) {
        this.reader = reader;
        this.file = file;
        this.before = known;
        this.known = known;
    }

    /** Returns the file of the configuration. */
    public Path file() {
        return file;
    }

    /**
     * Checks for a change; called about once a second.
     *
     * @return the changed configuration, valid or not; {@code null} if unchanged; each change is returned once
     */
    public @Nullable ConfigurationSnapshot checkForChange() {
        var settling = changed;
        if (settling == null && known.isUpToDate()) {
            return null;
        }
        if (settling == null || !settling.isUpToDate()) {
            changed = reader.snapshot(file);
            return null;
        }
        before = known;
        known = settling;
        changed = null;
        return settling;
    }

    /** Makes {@link #checkForChange} return the latest change again, after a temporary failure to apply the change. */
    public void repeatChange() {
        known = before;
    }
}
