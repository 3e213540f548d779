// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import java.io.PrintStream;
import java.util.Locale;
import java.util.OptionalLong;

/** Status lines, one a second, with a heading at intervals. Not thread-safe. */
final class Scoreboard {

    private static final int HEADING_EVERY = 20;
    private static final String HEADING = String.format(
            Locale.ROOT,
            "%12s %12s %12s %13s %10s %11s %9s %9s %9s",
            "published",
            "stored rows",
            "rows by SQL",
            "dead letters",
            "in flight",
            "difference",
            "rows/s",
            "p50 ms",
            "p99 ms");

    private final PrintStream out;
    private int lines;
    private long lastRows;
    private long lastNanos;

    Scoreboard(PrintStream out, long nowNanos) {
        this.out = out;
        this.lastNanos = nowNanos;
    }

    /**
     * Prints a line.
     *
     * @param published the number of messages that the plant has published
     * @param rows the number of rows since the demo's start according to the database; empty if it did not answer
     * @param nowNanos a reading of {@link System#nanoTime}
     */
    void print(long published, Figures figures, OptionalLong rows, long nowNanos) {
        if (lines++ % HEADING_EVERY == 0) {
            out.println();
            out.println(HEADING);
        }
        double seconds = Math.max(1, nowNanos - lastNanos) / 1e9;
        double rowsPerSecond = (figures.storedRows() - lastRows) / seconds;
        lastRows = figures.storedRows();
        lastNanos = nowNanos;
        out.printf(
                Locale.ROOT,
                "%,12d %,12d %12s %,13d %,10d %,11d %,9.0f %9.1f %9.1f%n",
                published,
                figures.storedRows(),
                rows.isPresent() ? String.format(Locale.ROOT, "%,d", rows.getAsLong()) : "no answer",
                figures.deadLettered(),
                figures.inFlight(),
                figures.difference(),
                rowsPerSecond,
                figures.medianMillis(),
                figures.p99Millis());
    }
}
