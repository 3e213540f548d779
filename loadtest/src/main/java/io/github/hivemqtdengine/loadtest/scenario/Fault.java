// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Fault injected during a run.
 *
 * @param at time since the start of the run
 * @param length time until the fault is reverted; zero for a momentary fault, as a cut
 * @param value milliseconds of delay each way for {@link Kind#SLOW}; {@code null} for other kinds
 */
public record Fault(
        Duration at, Kind kind, Duration length, @Nullable Double value) {

    public enum Kind {
        /** The database is shut down in an orderly way and restarted. */
        STOP,
        /** The database is killed and restarted. */
        KILL,
        /** The database's processes are suspended. */
        PAUSE,
        /** Traffic between extension and database is delayed. */
        SLOW,
        /** Connections between extension and database are reset, and new ones too for the fault's length. */
        CUT,
        /** The broker is killed and restarted on its port, with its data. */
        KILL_BROKER,
        /** The broker is shut down in an orderly way and restarted. */
        RESTART_BROKER,
        /** Connections between clients and broker are reset, and new ones too for the fault's length. */
        DISCONNECT_ALL;

        /** Returns whether the fault affects the broker or its clients, and not the database. */
        public boolean isOfTheBroker() {
            return this == KILL_BROKER || this == RESTART_BROKER || this == DISCONNECT_ALL;
        }

        /** Returns the word used in scenario files. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
