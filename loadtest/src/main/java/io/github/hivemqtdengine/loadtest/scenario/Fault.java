package io.github.hivemqtdengine.loadtest.scenario;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Something that goes wrong during a run.
 *
 * @param at when, since the start of the run
 * @param kind what
 * @param length how long, until it is undone; zero for an event without a length, as a cut
 * @param value how much, where the kind has a measure: milliseconds of delay for {@link Kind#SLOW}
 */
public record Fault(
        Duration at, Kind kind, Duration length, @Nullable Double value) {

    /** What goes wrong. */
    public enum Kind {
        /** The database ends in an orderly way and is started again. */
        STOP,
        /** The database is killed and started again. */
        KILL,
        /** The database's processes get no time. */
        PAUSE,
        /** What travels between extension and database is delayed. */
        SLOW,
        /** The connections between extension and database break; new ones are refused while it lasts. */
        CUT
    }
}
