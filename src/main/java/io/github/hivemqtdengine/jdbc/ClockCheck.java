// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.jdbc.dialect.CheckResult;
import io.github.hivemqtdengine.jdbc.dialect.Query;
import io.github.hivemqtdengine.time.EpochClock;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Comparison of the server's clock with the local one. The server reads its clock at some moment between question and
 * answer, so the result is uncertain by half that time.
 */
record ClockCheck(String selectMillis, EpochClock clock) {

    private static final long MICROS_PER_MILLI = 1_000;
    private static final long MAX_MILLIS = 1_000;

    List<CheckResult> run(Connection connection) throws SQLException {
        // the first query may wait for more than the network
        var unused = Query.text(connection, selectMillis);
        long asked = clock.micros();
        long server = Query.number(connection, selectMillis);
        return List.of(compare(asked, server, clock.micros()));
    }

    /**
     * @param asked time of the question, epoch microseconds
     * @param server time of the server, epoch milliseconds
     * @param answered time of the answer, epoch microseconds
     */
    static CheckResult compare(long asked, long server, long answered) {
        long halfTrip = (answered - asked) / 2;
        long difference = server - (asked + halfTrip) / MICROS_PER_MILLI;
        long uncertain = halfTrip / MICROS_PER_MILLI + 1;
        var comparison = Math.abs(difference) <= uncertain
                ? "the server's clock shows the time of this machine"
                : "the server's clock is " + Math.abs(difference) + " ms " + (difference < 0 ? "behind" : "ahead of")
                        + " this machine's";
        var sentence = comparison + " (give or take " + uncertain + " ms)";
        return Math.abs(difference) > MAX_MILLIS
                ? CheckResult.warn("clock", sentence + "; let both follow the same time server (NTP)")
                : CheckResult.ok("clock", sentence);
    }
}
