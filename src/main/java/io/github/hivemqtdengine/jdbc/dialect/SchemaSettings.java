// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.dialect;

import io.github.hivemqtdengine.message.Precision;
import java.time.Duration;
import java.util.Optional;

/**
 * Settings for creating and changing a schema.
 *
 * @param mode extent of the changes
 * @param precision precision of a new database
 * @param newDatabase other properties of a new database
 */
public record SchemaSettings(SchemaMode mode, Precision precision, NewDatabase newDatabase) {

    public static final SchemaSettings DEFAULT = of(SchemaMode.CREATE, Precision.MICROSECONDS);

    /** Extent of the schema changes that the extension may make. */
    public enum SchemaMode {
        /** None: database and super tables must exist. In TDengine, an INSERT still creates subtables. */
        OFF,
        /** Creation of a missing database, super tables and subtables. */
        CREATE,
        /** As {@link #CREATE}, plus adding missing columns and tags, and widening short ones. */
        EVOLVE
    }

    /**
     * Properties of a database to create, other than its precision. The server's defaults apply to omitted properties.
     *
     * @param keep retention time of rows, counted from their timestamp; in whole minutes
     * @param replica number of copies of each row
     * @param vgroups number of vgroups, each with a write thread of its own
     * @param walLevel 0 for no log, 1 for a log, 2 for a log that is forced to disk
     * @param walFsyncPeriod interval of the fsync; 0 for before every acknowledgement
     */
    public record NewDatabase(
            Optional<Duration> keep,
            Optional<Integer> replica,
            Optional<Integer> vgroups,
            Optional<Integer> walLevel,
            Optional<Duration> walFsyncPeriod,
            DatabaseOptions options) {

        /** All defaults of the server. */
        public static final NewDatabase DEFAULT = new NewDatabase(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                DatabaseOptions.NONE);

        /** Returns the time span of one database file. */
        public Duration duration() {
            return options.duration().orElse(Duration.ofDays(10));
        }

        /** Returns the end of CREATE DATABASE, with a leading blank unless empty. */
        public String sql() {
            var sql = new StringBuilder();
            keep.ifPresent(time -> sql.append(" KEEP ").append(time.toMinutes()).append('m'));
            replica.ifPresent(copies -> sql.append(" REPLICA ").append(copies));
            vgroups.ifPresent(groups -> sql.append(" VGROUPS ").append(groups));
            walLevel.ifPresent(level -> sql.append(" WAL_LEVEL ").append(level));
            walFsyncPeriod.ifPresent(period -> sql.append(" WAL_FSYNC_PERIOD ").append(period.toMillis()));
            return sql.append(options.sql()).toString();
        }
    }

    /** Returns settings with a mode and a precision, and the server's defaults for all else. */
    public static SchemaSettings of(SchemaMode mode, Precision precision) {
        return new SchemaSettings(mode, precision, NewDatabase.DEFAULT);
    }
}
