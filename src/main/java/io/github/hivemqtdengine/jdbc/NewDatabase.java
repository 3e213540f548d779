package io.github.hivemqtdengine.jdbc;

import java.time.Duration;
import java.util.Optional;

/**
 * How a database is created, beyond its precision; what is left out is as the server has it.
 *
 * @param keep how long rows are kept, from their time on; counted in whole minutes
 * @param replica how many copies there are of each row
 * @param vgroups how many parts it has, each with a thread of its own to write
 * @param walLevel 0 for no log, 1 for a log, 2 for a log that is forced onto the disk
 * @param walFsyncPeriod how often it is forced there; 0 before every acknowledgement
 * @param options all else
 */
public record NewDatabase(
        Optional<Duration> keep,
        Optional<Integer> replica,
        Optional<Integer> vgroups,
        Optional<Integer> walLevel,
        Optional<Duration> walFsyncPeriod,
        DatabaseOptions options) {

    /** All as the server has it. */
    public static final NewDatabase DEFAULT = new NewDatabase(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            DatabaseOptions.NONE);

    /** How much time one of its files holds. */
    Duration duration() {
        return options.duration().orElse(Duration.ofDays(10));
    }

    /** The end of a CREATE DATABASE, with a blank in front where there is one. */
    String sql() {
        var sql = new StringBuilder();
        keep.ifPresent(time -> sql.append(" KEEP ").append(time.toMinutes()).append('m'));
        replica.ifPresent(copies -> sql.append(" REPLICA ").append(copies));
        vgroups.ifPresent(groups -> sql.append(" VGROUPS ").append(groups));
        walLevel.ifPresent(level -> sql.append(" WAL_LEVEL ").append(level));
        walFsyncPeriod.ifPresent(period -> sql.append(" WAL_FSYNC_PERIOD ").append(period.toMillis()));
        return sql.append(options.sql()).toString();
    }
}
