package io.github.hivemqtdengine.pipeline.delivery;

import io.github.hivemqtdengine.pipeline.queue.MessageLog;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.Attempt;
import io.github.hivemqtdengine.pipeline.time.PeriodicTask;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Isolation of a message that crashes the process. It begins if two starts in a row find the same oldest message,
 * without a clean stop in between. The lane then tries that message and the rest of its possible batch one by one. It
 * notes each message before decoding, mapping and writing it. A message that was noted at three crashes becomes a dead
 * letter; a kill counts as a crash.
 *
 * <p>An attempt that ends by an exception, or waits for the database, clears the message: its crash count returns to 0.
 * Lanes try such messages in turn, so that none is noted when another one crashes the process. Without a crash the cost
 * is one note between the start and the first batch.
 */
public final class Caution implements AutoCloseable {

    /** Crashes after which a message is not tried again: two may be coincidences, such as two kills by an operator. */
    static final int MAX_CRASHES = 3;

    private static final int STARTS = 2;

    /**
     * Writes longer than this wait for the database, and a crash during them does not count. With a database that
     * hangs, a {@code kill -9} most probably hits a write.
     */
    static final Duration LONGEST_WRITE = Duration.ofSeconds(3);

    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);
    private static final Duration LONGEST_STOP = Duration.ofSeconds(1);

    private final @Nullable MessageLog log;
    private final int batchMessages;
    private final Semaphore turn;
    private final LongSupplier nanos;
    private @Nullable PeriodicTask writeCheck;
    private boolean hasNote;
    private boolean hasMapped;
    private volatile boolean isOn;
    private long oldest;
    private int starts;
    private long until;
    private long suspect;
    private int crashes;
    private boolean isInFlight;
    private boolean isWriting;
    private long writingSinceNanos;

    /** Creates the instance of a lane whose messages do not outlive the process. */
    public Caution() {
        this(null, 0, new Semaphore(1), System::nanoTime);
    }

    /**
     * Creates the instance of a lane with a log.
     *
     * @param batchMessages maximum messages of a batch
     * @param turn one permit, shared by the lanes
     * @param nanos a clock like {@link System#nanoTime}
     */
    public Caution(@Nullable MessageLog log, int batchMessages, Semaphore turn, LongSupplier nanos) {
        this.log = log;
        this.batchMessages = batchMessages;
        this.turn = turn;
        this.nanos = nanos;
    }

    /** Reads the note of earlier processes; after the log's recovery and before the lane starts. */
    public synchronized void begin() {
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
            crashes = found.crashes() + (found.isInFlight() ? 1 : 0);
        }
        if (starts >= STARTS) {
            until = Math.max(until, Math.min(log.lastNumber(), oldest + batchMessages - 1));
        }
        isOn = until >= oldest;
        note();
        if (isOn) {
            writeCheck = new PeriodicTask("tdengine-caution", this::endLongWrite, CHECK_INTERVAL, LONGEST_STOP);
            writeCheck.start();
        }
    }

    /** Returns whether messages are tried one by one. */
    boolean isOn() {
        return isOn;
    }

    /** Returns whether this message has crashed so many processes that it must not be tried again. */
    synchronized boolean isSuspect(long number) {
        return number == suspect && crashes >= MAX_CRASHES;
    }

    /** Notes that decoding and mapping of a message begin. */
    void beginMapping(long number) {
        turn.acquireUninterruptibly();
        synchronized (this) {
            if (suspect != number) {
                suspect = number;
                crashes = 0;
            }
            isInFlight = true;
            isWriting = false;
            note();
        }
    }

    /** Records that this process has mapped a batch without crashing. */
    synchronized void endMapping() {
        hasMapped = true;
    }

    /**
     * Clears the current message because the database can't be reached. Does nothing before the first batch is mapped:
     * a lane connects before it takes messages.
     */
    synchronized void waitForDatabase() {
        if (hasMapped) {
            survive();
        }
    }

    /** Notes that writing the message begins; does nothing unless messages are tried one by one. */
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

    /** Notes that the message is neither being mapped nor written; its crash count stays. */
    synchronized void pause() {
        if (isInFlight) {
            isInFlight = false;
            note();
            turn.release();
        }
    }

    /** Resets the crash count after a failed attempt that the process survived. See {@link #waitForDatabase}. */
    synchronized void survive() {
        if (!isOn) {
            forget();
            return;
        }
        if (isInFlight || crashes > 0) {
            crashes = 0;
            if (isInFlight) {
                isInFlight = false;
                turn.release();
            }
            note();
        }
    }

    /** Returns to normal batches if all messages to be tried alone are committed. */
    public synchronized void endIfCommitted() {
        if (hasNote && log != null && log.oldestNumber() > Math.max(oldest, until)) {
            forget();
        }
    }

    /** Clears a message whose write takes longer than {@link #LONGEST_WRITE}. */
    synchronized void endLongWrite() {
        if (isInFlight && isWriting && nanos.getAsLong() - writingSinceNanos > LONGEST_WRITE.toNanos()) {
            survive();
        }
    }

    private void note() {
        hasNote = true;
        if (log != null) {
            log.noteAttempt(new Attempt(oldest, starts, until, suspect, crashes, isInFlight));
        }
    }

    private void forget() {
        if (hasNote && log != null) {
            log.noteAttempt(null);
        }
        hasNote = false;
        isOn = false;
        if (writeCheck != null) {
            writeCheck.end();
        }
    }

    /** Deletes the note at a clean stop; a lane that never began keeps the note of earlier processes. */
    @Override
    public void close() {
        pause();
        synchronized (this) {
            forget();
        }
    }
}
