package io.github.hivemqtdengine.pipeline;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Isolates a message that ends the process whenever it is tried. Where two starts in a row find the same oldest message,
 * although no process has stopped cleanly in between, the lane takes that message and those that may have been in its
 * batch one by one, and notes each before it decodes, maps and writes it. A message that was noted when three processes
 * died is condemned.
 *
 * <p>An attempt that ends by an exception, or that has come so far as to wait for the database, is evidence for the
 * message: its deaths are forgotten. Lanes try such messages in turn, so that none is noted when another one ends the
 * process. Costs nothing where no process has died: there is a note only between a start and the first batch.
 */
final class Caution implements AutoCloseable {

    /** Deaths that condemn a message: two may be coincidences, such as two kills by an operator. */
    static final int DEATHS = 3;

    private static final int STARTS = 2;

    /**
     * A write that takes longer waits for the database, and the death of the process meanwhile does not count: with a
     * database that hangs, a {@code kill -9} hits a write most probably.
     */
    static final Duration LONGEST_WRITE = Duration.ofSeconds(3);

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
    private static final Duration LONGEST_STOP = Duration.ofSeconds(1);

    private final @Nullable MessageLog log;
    private final int batchMessages;
    private final Semaphore turn;
    private final LongSupplier nanos;
    private @Nullable Repetition looks;
    private boolean hasNote;
    private boolean hasMapped;
    private volatile boolean isOn;
    private long oldest;
    private int starts;
    private long until;
    private long suspect;
    private int deaths;
    private boolean isInFlight;
    private boolean isWriting;
    private long writingSinceNanos;

    /** For a lane whose messages do not outlive the process. */
    Caution() {
        this(null, 0, new Semaphore(1), System::nanoTime);
    }

    /**
     * For a lane with a log.
     *
     * @param batchMessages how many messages a batch has at most
     * @param turn one permit, shared by the lanes
     * @param nanos a clock like {@link System#nanoTime}
     */
    Caution(@Nullable MessageLog log, int batchMessages, Semaphore turn, LongSupplier nanos) {
        this.log = log;
        this.batchMessages = batchMessages;
        this.turn = turn;
        this.nanos = nanos;
    }

    /** Looks at what earlier processes have left; once the log knows what waits, and before the lane starts. */
    synchronized void begin() {
        if (log == null) {
            return;
        }
        var found = log.attempt();
        oldest = log.oldestNumber();
        if (log.lastNumber() < oldest) {
            hasNote = found != null;
            forget();
            return;
        }
        if (found == null) {
            starts = 1;
        } else {
            starts = found.oldest() == oldest ? found.starts() + 1 : 1;
            until = found.until();
            suspect = found.suspect();
            deaths = found.deaths() + (found.isInFlight() ? 1 : 0);
        }
        if (starts >= STARTS) {
            until = Math.max(until, Math.min(log.lastNumber(), oldest + batchMessages - 1));
        }
        isOn = until >= oldest;
        note();
        if (isOn) {
            looks = new Repetition("tdengine-caution", this::endLongWrite, BETWEEN_LOOKS, LONGEST_STOP);
            looks.start();
        }
    }

    /** Returns whether messages are tried one by one. */
    boolean isOn() {
        return isOn;
    }

    /** Returns whether this message has ended so many processes that it must not be tried again. */
    synchronized boolean condemns(long number) {
        return number == suspect && deaths >= DEATHS;
    }

    /** Notes that a message is decoded and mapped from now on. */
    void beginMapping(long number) {
        turn.acquireUninterruptibly();
        synchronized (this) {
            if (suspect != number) {
                suspect = number;
                deaths = 0;
            }
            isInFlight = true;
            isWriting = false;
            note();
        }
    }

    /** Notes that this process has mapped a batch, and lives. */
    synchronized void endMapping() {
        hasMapped = true;
    }

    /**
     * The database can't be reached. That says nothing about the messages before the first of them has been mapped: a lane
     * connects before it takes them.
     */
    synchronized void waitForDatabase() {
        if (hasMapped) {
            survive();
        }
    }

    /** Notes that the message is written from now on; does nothing unless messages are tried one by one. */
    void beginWriting() {
        if (!isOn) {
            return;
        }
        turn.acquireUninterruptibly();
        synchronized (this) {
            isInFlight = true;
            isWriting = true;
            writingSinceNanos = nanos.getAsLong();
            note();
        }
    }

    /** The message is neither mapped nor written at the moment; what was held against it stays. */
    synchronized void pause() {
        if (isInFlight) {
            isInFlight = false;
            note();
            turn.release();
        }
    }

    /** An attempt failed by an exception or for want of a database, and the process lives. See {@link #waitForDatabase}. */
    synchronized void survive() {
        if (!isOn) {
            forget();
            return;
        }
        if (isInFlight || deaths > 0) {
            deaths = 0;
            if (isInFlight) {
                isInFlight = false;
                turn.release();
            }
            note();
        }
    }

    /** Ends the caution once the messages that it is for are settled. */
    synchronized void settled() {
        if (hasNote && log != null && log.oldestNumber() > Math.max(oldest, until)) {
            forget();
        }
    }

    /** Holds nothing against a message whose write takes so long that the database must be waited for. */
    synchronized void endLongWrite() {
        if (isInFlight && isWriting && nanos.getAsLong() - writingSinceNanos > LONGEST_WRITE.toNanos()) {
            survive();
        }
    }

    private void note() {
        hasNote = true;
        if (log != null) {
            log.noteAttempt(new Attempt(oldest, starts, until, suspect, deaths, isInFlight));
        }
    }

    private void forget() {
        if (hasNote && log != null) {
            log.noteAttempt(null);
        }
        hasNote = false;
        isOn = false;
        if (looks != null) {
            looks.end();
        }
    }

    /** The lane stops cleanly; one that never began leaves the note of earlier processes as it is. */
    @Override
    public void close() {
        pause();
        synchronized (this) {
            forget();
        }
    }
}
