// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

import io.github.hivemqtdengine.pipeline.queue.MessageLog;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.Attempt;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Isolation of a message that crashes the process. It begins if two processes in a row die while their first batch is in
 * flight. The lane then tries the messages of that batch one by one, and notes each of them. A message that was in flight
 * at three further crashes becomes a dead letter; a kill counts as a crash.
 *
 * <p>A message is in flight while it is decoded, mapped, given its keys and written, however long that takes, but not
 * while it waits for a connection, a turn, a retry or the disk. Only its completion ends its crash count. A lane keeps
 * its turn from the beginning of mapping to the end of the write, unless the database or the disk fails, so that no
 * other message is in flight, or in memory, when one crashes the process. Nothing is noted after the first batch.
 */
public final class Caution implements AutoCloseable {

    /** Crashes after which a message is not tried again: two may be coincidences, such as two kills by an operator. */
    static final int MAX_CRASHES = 3;

    /** Crashes with a first batch in flight after which its messages are tried one by one, which may take minutes. */
    private static final int MAX_BATCH_CRASHES = 2;

    private final @Nullable MessageLog log;
    private final int batchMessages;
    private final Semaphore turn;
    /** Set until the messages that were in flight at a crash, or would be at the next one, are committed. */
    private volatile boolean isNoting;

    private volatile boolean isOn;
    private long oldest;
    private long until;
    private long suspect;
    private int crashes;
    private boolean isInFlight;
    private volatile boolean hasTurn;
    /** Set while the lane has a message or a batch; for the lane's thread. */
    private boolean hasMessage;

    /** Creates the instance of a lane whose messages do not outlive the process. */
    public Caution() {
        this(null, 0, new Semaphore(1));
    }

    /**
     * Creates the instance of a lane with a log.
     *
     * @param batchMessages maximum messages of a batch
     * @param turn one permit, shared by the lanes
     */
    public Caution(@Nullable MessageLog log, int batchMessages, Semaphore turn) {
        this.log = log;
        this.batchMessages = batchMessages;
        this.turn = turn;
    }

    /** Reads the note of earlier processes; after the log's recovery and before the lane starts. */
    public synchronized void begin() {
        if (log == null) {
            return;
        }
        isNoting = true;
        oldest = log.oldestNumber();
        if (log.lastNumber() < oldest) {
            forget();
            return;
        }
        var found = log.attempt();
        if (found != null) {
            until = found.until();
            suspect = found.suspect();
            crashes = found.crashes() + (found.isInFlight() ? 1 : 0);
            if (until < oldest && crashes >= MAX_BATCH_CRASHES) {
                until = Math.min(log.lastNumber(), oldest + batchMessages - 1);
            }
        }
        isOn = until >= oldest;
        note();
    }

    /** Returns whether messages are tried one by one. */
    boolean isOn() {
        return isOn;
    }

    /** Returns whether this message has crashed so many processes that it must not be tried again. */
    boolean isSuspect(long number) {
        if (!isOn) {
            return false;
        }
        synchronized (this) {
            return number == suspect && crashes >= MAX_CRASHES;
        }
    }

    /** Notes that decoding and mapping of a message begin. */
    void beginMapping(long number) {
        if (!isNoting) {
            return;
        }
        hasMessage = true;
        synchronized (this) {
            if (isOn && suspect != number) {
                suspect = number;
                crashes = 0;
            }
        }
        resume();
    }

    /** Notes that the message waits, but keeps the turn; the crash count stays. */
    void pause() {
        if (isNoting) {
            setInFlight(false);
        }
    }

    /** Notes that the message waits for something that may take long, and lets another lane try its message. */
    public void yieldTurn() {
        if (isNoting) {
            leave();
        }
    }

    /** Notes that the message, if there is one, waits no longer. */
    void resume() {
        if (!isNoting || !hasMessage) {
            return;
        }
        boolean takesTurn = isOn && !hasTurn;
        if (takesTurn) {
            turn.acquireUninterruptibly();
        }
        synchronized (this) {
            hasTurn |= takesTurn;
            if (isNoting) {
                setInFlight(true);
            } else { // it was closed meanwhile
                leave();
            }
        }
    }

    /** Ends the current message or batch: it is completed, or left to the next process. */
    public void endBatch() {
        hasMessage = false;
        yieldTurn();
    }

    private synchronized void setInFlight(boolean value) {
        if (isInFlight != value) {
            isInFlight = value;
            note();
        }
    }

    private synchronized void leave() {
        setInFlight(false);
        if (hasTurn) {
            hasTurn = false;
            turn.release();
        }
    }

    /** Returns to normal batches if all messages to be tried alone are committed. */
    public synchronized void endIfCommitted() {
        if (isNoting && log != null && log.oldestNumber() > Math.max(oldest, until)) {
            forget();
        }
    }

    private void note() {
        if (isNoting && log != null) {
            log.noteAttempt(new Attempt(until, suspect, crashes, isInFlight));
        }
    }

    private void forget() {
        isNoting = false;
        isOn = false;
        leave();
        if (log != null) {
            log.noteAttempt(null);
        }
    }

    /** Deletes the note at a clean stop; a lane that never began keeps the note of earlier processes. */
    @Override
    public synchronized void close() {
        if (isNoting) {
            forget();
        }
    }
}
