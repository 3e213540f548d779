package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.message.Precision;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a TDengine database is.
 *
 * @param keep how long it keeps rows, from their time on; empty if that is not known
 * @param durability what its acknowledgements are worth; empty if that is not known
 * @param version the server's version
 */
record DatabaseProperties(
        Precision precision,
        Optional<Duration> keep,
        Optional<Durability> durability,
        @Nullable String version) {

    /** The columns of {@code ins_databases} that {@link #of} reads, and the server's version. */
    static final String COLUMNS = "`precision`, `keep`, `replica`, `wal_level`, `wal_fsync_period`, server_version()";

    /** The same for a user who may see no more than the precision. */
    static final String COLUMNS_WITHOUT_SYSINFO = "`precision`, NULL, NULL, NULL, NULL, server_version()";

    /**
     * What becomes of an acknowledged row when the power goes.
     *
     * @param replicas how many copies of a row there are
     * @param walLevel 2 where the write-ahead log is forced onto the disk
     * @param fsyncPeriod how often that is; zero means before each acknowledgement
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

    /** Those of a line with {@link #COLUMNS}. */
    static DatabaseProperties of(ResultSet line) throws SQLException {
        return new DatabaseProperties(
                Precision.ofUnit(line.getString(1)), keep(line.getString(2)), Durability.of(line), line.getString(6));
    }

    /** Of the levels of storage, the last one says how long rows are kept: {@code 30d,30d,365d}. */
    private static Optional<Duration> keep(@Nullable String levels) {
        return levels == null ? Optional.empty() : DatabaseOptions.time(levels.substring(levels.lastIndexOf(',') + 1));
    }

    /** What an operator wants to know, in one line. */
    String description() {
        return "TDengine " + version + ", precision " + precision.unit()
                + keep.map(time -> ", keep " + text(time)).orElse("")
                + durability.map(known -> ", " + known).orElse("");
    }

    /** In the largest unit that says it whole. */
    private static String text(Duration time) {
        if (time.toHours() % 24 == 0 && time.toMinutesPart() == 0) {
            return time.toDays() + " d";
        }
        return time.toMinutesPart() == 0 ? time.toHours() + " h" : time.toMinutes() + " min";
    }

    /** A sentence for the operator where an acknowledged row would not survive a power cut. */
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
