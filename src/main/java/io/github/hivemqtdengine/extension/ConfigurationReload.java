package io.github.hivemqtdengine.extension;

import io.github.hivemqtdengine.config.ConfigurationException;
import io.github.hivemqtdengine.config.ConfigurationSnapshot;
import io.github.hivemqtdengine.config.ConfigurationWatch;
import io.github.hivemqtdengine.pipeline.time.PeriodicTask;
import java.time.Duration;

/** Periodic check of the configuration files that applies changes to the running configuration. */
final class ConfigurationReload {

    /** A change that removes a database waits for its lanes. */
    private static final Duration LONGEST_STOP = Duration.ofMinutes(2);

    private final ConfigurationWatch watch;
    private final RunningConfiguration running;

    ConfigurationReload(ConfigurationWatch watch, RunningConfiguration running) {
        this.watch = watch;
        this.running = running;
    }

    /** Returns the check as a periodic task, to be closed before the objects that it changes. */
    PeriodicTask every(Duration interval) {
        return new PeriodicTask("tdengine-configuration", this::check, interval, LONGEST_STOP);
    }

    private void check() {
        var reading = watch.checkForChange();
        if (reading != null) {
            apply(reading);
        }
    }

    private void apply(ConfigurationSnapshot reading) {
        try {
            if (!running.replaceWith(reading.settings())) {
                watch.repeatChange();
            }
        } catch (ConfigurationException e) {
            running.refuse(String.valueOf(e.getMessage()));
        }
    }
}
