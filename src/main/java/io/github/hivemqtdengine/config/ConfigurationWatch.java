package io.github.hivemqtdengine.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Finds out that a configuration has changed, by what its files hold: a look reads them again, whatever a file system
 * says or does not say of changes, and however a file came to be another one. What has changed counts when the next look
 * finds it the same, so that no file is taken that is half written. For one thread.
 */
public final class ConfigurationWatch {

    private final ConfigurationReader reader;
    private final Path file;
    private Reading before;
    private Reading known;
    private @Nullable Reading changed;

    /** @param known what the configuration was when it was read last */
    public ConfigurationWatch(ConfigurationReader reader, Path file, Reading known) {
        this.reader = reader;
        this.file = file;
        this.before = known;
        this.known = known;
    }

    /**
     * Looks once; to be called every second or so.
     *
     * @return what the configuration is now, right or wrong, or {@code null} as long as it is what it was; each change
     *     comes once
     */
    public @Nullable Reading look() {
        var settling = changed;
        if (settling == null && known.isUpToDate()) {
            return null;
        }
        if (settling == null || !settling.isUpToDate()) {
            changed = reader.look(file);
            return null;
        }
        before = known;
        known = settling;
        changed = null;
        return settling;
    }

    /** The latest change could not be followed for a reason that may pass: it comes once more. */
    public void comeAgain() {
        known = before;
    }
}
