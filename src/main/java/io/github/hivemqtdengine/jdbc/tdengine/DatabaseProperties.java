// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine;

import io.github.hivemqtdengine.jdbc.dialect.DatabaseOptions;
import io.github.hivemqtdengine.jdbc.tdengine.sql.Identifier;
import io.github.hivemqtdengine.message.Precision;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Properties of a TDengine database.
 *
 * @param keep retention time of rows, counted from their timestamp; empty if unknown
 * @param durability durability of acknowledged rows; empty if unknown
 */
public record DatabaseProperties(
        Precision precision,
        Optional<Duration> keep,
        Optional<Durability> durability,
        @Nullable String version) {

    /** Columns of {@code ins_databases} that {@link #of} reads, and the server's version. */
    static final String COLUMNS = "`precision`, `keep`, `replica`, `wal_level`, `wal_fsync_period`, server_version()";

    /** {@link #COLUMNS} for a user who may see only the precision. */
    static final String COLUMNS_WITHOUT_SYSINFO = "`precision`, NULL, NULL, NULL, NULL, server_version()";

    /**
     * Durability of acknowledged rows in a power cut.
     *
     * @param replicas number of copies of a row
     * @param walLevel 2 if the write-ahead log is forced to disk
     * @param fsyncPeriod interval of the fsync; zero means before each acknowledgement
     */
    record Durability(int replicas, int walLevel, Duration fsyncPeriod) {

        private static Optional<Durability> of(ResultSet line) throws SQLException {
            return line.getObject(3) == null
                    ? Optional.empty()
                    : Optional.of(new Durability(line.getInt(3), line.getInt(4), Duration.ofMillis(line.getInt(5))));
        }

        boolean survivesPowerCut() {
            return walLevel == 2 && fsyncPeriod.isZero();
        }

        @Override
        public String toString() {
            return "replica " + replicas + ", wal_level " + walLevel + ", wal_fsync_period " + fsyncPeriod.toMillis()
                    + " ms";
        }
    }

    /** Reads the properties from a result row with {@link #COLUMNS}. */
    static DatabaseProperties of(ResultSet line) throws SQLException {
        return new DatabaseProperties(
                Precision.ofUnit(line.getString(1)), keep(line.getString(2)), Durability.of(line), line.getString(6));
    }

    /** Parses the last storage level, which is the retention time: {@code 30d,30d,365d}. */
    private static Optional<Duration> keep(@Nullable String levels) {
        return levels == null ? Optional.empty() : DatabaseOptions.time(levels.substring(levels.lastIndexOf(',') + 1));
    }

    /** Returns the properties in one line for the operator. */
    String description() {
        return "TDengine " + version + ", precision " + precision.unit()
                + keep.map(time -> ", keep " + text(time)).orElse("")
                + durability.map(known -> ", " + known).orElse("");
    }

    /** Formats a time in the largest unit that represents it exactly. */
    private static String text(Duration time) {
        if (time.toHours() % 24 == 0 && time.toMinutesPart() == 0) {
            return time.toDays() + " d";
        }
        return time.toMinutesPart() == 0 ? time.toHours() + " h" : time.toMinutes() + " min";
    }

    /** Returns a sentence for the operator if an acknowledged row would not survive a power cut. */
    Optional<String> warning(String name) {
        return durability.filter(known -> !known.survivesPowerCut()).map(known -> sentence(known, name));
    }

    private static String sentence(Durability known, String name) {
        var loss = known.walLevel() == 2
                ? "the last " + known.fsyncPeriod().toMillis() + " ms of rows that were acknowledged"
                : "rows that were acknowledged";
        var where = known.replicas() > 1 ? "a power cut on most dnodes at once can lose " : "a power cut can lose ";
        return where + loss + "; ALTER DATABASE " + Identifier.database(name)
                + " WAL_LEVEL 2 WAL_FSYNC_PERIOD 0 keeps them, and makes writes slower";
    }
}
