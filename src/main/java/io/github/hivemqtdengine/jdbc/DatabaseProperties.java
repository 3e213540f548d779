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
 */
record DatabaseProperties(Precision precision, Optional<Duration> keep) {

    /** Those of a line with {@code precision} and {@code keep}. */
    static DatabaseProperties of(ResultSet line) throws SQLException {
        return new DatabaseProperties(Precision.ofUnit(line.getString(1)), keep(line.getString(2)));
    }

    /** Of the levels of storage, the last one says how long rows are kept: {@code 30d,30d,365d}. */
    private static Optional<Duration> keep(@Nullable String levels) {
        return levels == null ? Optional.empty() : DatabaseOptions.time(levels.substring(levels.lastIndexOf(',') + 1));
    }
}
