package io.github.hivemqtdengine.pipeline;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a log to the disk for everybody who waits for it at once: whoever comes while the disk is busy shares the next
 * round. The thread begins with the first receipt. Any thread may add receipts.
 *
 * <p>A disk may hang for minutes. Acknowledgements become overdue meanwhile and other messages come, so this refers to
 * receipts weakly, as {@link LoggedReceipts} does: it has as many as somebody waits for.
 */
final class GroupSync {

    private static final Logger LOG = LoggerFactory.getLogger(GroupSync.class);

    private static final Duration LONGEST_STOP = Duration.ofSeconds(2);
    private final String name;
    private final MessageLog log;
    private final ReferenceQueue<Receipt> abandoned = new ReferenceQueue<>();
    /** What the next round is for. */
    private Set<Waiting> waiting = new HashSet<>();

    private @Nullable Thread thread;
    private boolean isClosed;
    /** After a failure nobody knows what of the messages up to here is on the disk, and no later success tells. */
    private volatile long doubtfulUpTo;

    /** One thread at a time syncs the log. */
    private final Object disk = new Object();

    /** The receipt of one message; empty once nobody waits for it. */
    private static final class Waiting extends WeakReference<Receipt> {

        private final long number;

        /** @param number the message's number in the log */
        Waiting(long number, Receipt receipt, ReferenceQueue<Receipt> abandoned) {
            super(receipt, abandoned);
            this.number = number;
        }

        void end(boolean isOnDisk) {
            var receipt = get();
            if (receipt != null && isOnDisk) {
                receipt.arrived();
            } else if (receipt != null) {
                receipt.refuse();
            }
        }
    }

    /** @param name what its thread is called */
    GroupSync(String name, MessageLog log) {
        this.name = name;
        this.log = log;
    }

    /** Lets a receipt arrive when the message of this number, which was appended before, is on the disk. */
    synchronized void add(long number, Receipt receipt) {
        if (isClosed) {
            receipt.refuse();
            return;
        }
        if (thread == null) {
            thread = new Thread(this::run, name);
            thread.setDaemon(true);
            thread.start();
        }
        removeAbandoned();
        waiting.add(new Waiting(number, receipt, abandoned));
        notifyAll();
    }

    /** Each is removed once, so this costs no more than adding them. */
    private void removeAbandoned() {
        for (var gone = abandoned.poll(); gone != null; gone = abandoned.poll()) {
            waiting.remove((Waiting) gone);
        }
    }

    /** Returns for how many receipts the next round is. */
    synchronized int waits() {
        return waiting.size();
    }

    private void run() {
        try {
            boolean isLast;
            do {
                isLast = awaitRound();
                sync(takeRound());
            } while (!isLast);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for a receipt or for the end; returns whether it is the end, after which nothing is added. */
    private synchronized boolean awaitRound() throws InterruptedException {
        while (waiting.isEmpty() && !isClosed) {
            wait();
        }
        return isClosed;
    }

    private synchronized Set<Waiting> takeRound() {
        var round = waiting;
        waiting = new HashSet<>();
        return round;
    }

    private void sync(Set<Waiting> round) {
        try {
            syncNow();
        } catch (RuntimeException | Error e) {
            LOG.error("Messages can't be brought to the disk and are not acknowledged: {}", e.toString());
        }
        long doubtful = doubtfulUpTo;
        round.forEach(message -> message.end(message.number > doubtful));
    }

    /**
     * Brings the log to the disk for the calling thread.
     *
     * @throws java.io.UncheckedIOException if that fails; the receipts of all messages so far are refused then
     */
    void syncNow() {
        synchronized (disk) {
            try {
                log.sync();
            } catch (RuntimeException | Error e) {
                doubtfulUpTo = log.lastNumber();
                throw e;
            }
        }
    }

    /** Ends with what has been added so far; calling it twice is harmless. */
    void close() {
        var running = end();
        if (running == null) {
            return;
        }
        try {
            running.join(LONGEST_STOP.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (running.isAlive()) {
            LOG.warn("{} still waits for the disk and is left behind", name);
        }
    }

    private synchronized @Nullable Thread end() {
        isClosed = true;
        notifyAll();
        return thread;
    }
}
