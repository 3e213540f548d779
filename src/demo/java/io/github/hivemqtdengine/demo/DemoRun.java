// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import java.io.PrintStream;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Run of the demo: the plant publishes, status lines show the effect, and a summary follows at the end. */
final class DemoRun {

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long DRAIN_NANOS = 30 * SECOND_NANOS;
    private static final long POLL_MILLIS = 100;

    private final DemoOptions options;
    private final EmbeddedBroker broker;
    private final StoredRows rows;
    private final MappingEdits edits;
    private final PrintStream out;
    private final Plant plant;
    private final long startNanos = System.nanoTime();

    DemoRun(
            DemoOptions options,
            EmbeddedBroker broker,
            DemoConfiguration configuration,
            StoredRows rows,
            PrintStream out) {
        this.options = options;
        this.broker = broker;
        this.rows = rows;
        this.out = out;
        this.plant = new Plant(options.devices(), options.rate, EmbeddedBroker.HOST, broker.mqttPort());
        this.edits = new MappingEdits(configuration, rows, out);
    }

    /** Runs until the stop is requested, or for the duration of the options. */
    void run(CountDownLatch stop) throws InterruptedException {
        plant.start();
        var scoreboard = new Scoreboard(out, System.nanoTime());
        while (!isOver() && !stop.await(untilNextSecond(), TimeUnit.NANOSECONDS)) {
            edits.passOn();
            scoreboard.print(plant.published(), figures(), rows.count(), System.nanoTime());
            edits.showEffect();
        }
        out.println();
        out.println("Stopping: the devices first, then the extension drains.");
        plant.stop();
        var account = awaitQuiet();
        broker.stop();
        summarize(account, awaitAnswer());
    }

    private boolean isOver() {
        var duration = options.duration();
        return duration != null && System.nanoTime() - startNanos >= duration.toNanos();
    }

    private long untilNextSecond() {
        return SECOND_NANOS - (System.nanoTime() - startNanos) % SECOND_NANOS;
    }

    private Figures figures() {
        return Figures.read(broker.metrics());
    }

    /** Returns the number of rows in the database, with retries if it does not answer at once. */
    private OptionalLong awaitAnswer() throws InterruptedException {
        long start = System.nanoTime();
        var counted = rows.count();
        while (counted.isEmpty() && System.nanoTime() - start < DRAIN_NANOS) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            counted = rows.count();
        }
        return counted;
    }

    /** Returns the metrics once all published messages are processed, or after a time limit. */
    private Figures awaitQuiet() throws InterruptedException {
        long start = System.nanoTime();
        var figures = figures();
        while (!isQuiet(figures) && System.nanoTime() - start < DRAIN_NANOS) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            figures = figures();
        }
        return figures;
    }

    private boolean isQuiet(Figures figures) {
        return figures.received() >= plant.published()
                && figures.inFlight() == 0
                && rows.count().orElse(-1) == figures.storedRows();
    }

    private void summarize(Figures account, OptionalLong rowsBySql) {
        out.printf(
                Locale.ROOT,
                """

                published      %,12d messages by the devices
                received       %,12d messages by the extension's routes
                stored         %,12d messages, which are %,d rows
                rows by SQL    %12s
                dead-lettered  %,12d messages
                dropped        %,12d messages
                in flight      %,12d messages
                difference     %,12d = received - stored - dead-lettered - dropped - in flight
                """,
                plant.published(),
                account.received(),
                account.stored(),
                account.storedRows(),
                rowsBySql.isPresent() ? String.format(Locale.ROOT, "%,d", rowsBySql.getAsLong()) : "no answer",
                account.deadLettered(),
                account.dropped(),
                account.inFlight(),
                account.difference());
    }
}
