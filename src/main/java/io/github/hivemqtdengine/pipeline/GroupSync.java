package io.github.hivemqtdengine.pipeline;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a log to the disk for everybody who waits for it at once: whoever comes while the disk is busy shares the next
 * round. The thread begins with the first receipt. Any thread may add receipts.
 */
final class GroupSync {

    private static final Logger LOG = LoggerFactory.getLogger(GroupSync.class);

    private static final Duration LONGEST_STOP = Duration.ofSeconds(2);
    /** The last of a queue. */
    private static final Waiting END = new Waiting(0, null);

    private final String name;
    private final MessageLog log;
    private final BlockingQueue<Waiting> waiting = new LinkedBlockingQueue<>();
    private @Nullable Thread thread;
    private boolean isClosed;
    /** After a failure nobody knows what of the messages up to here is on the disk, and no later success tells. */
    private volatile long doubtfulUpTo;

    /** One thread at a time syncs the log. */
    private final Object disk = new Object();

    /** @param number the message's number in the log */
    private record Waiting(long number, @Nullable Receipt receipt) {

        void end(boolean isOnDisk) {
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
        waiting.add(new Waiting(number, receipt));
    }

    private void run() {
        var round = new ArrayList<Waiting>();
        try {
            do {
                round.clear();
                round.add(waiting.take());
                waiting.drainTo(round);
                sync(round);
            } while (!round.contains(END));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void sync(List<Waiting> round) {
        try {
            syncNow();
        } catch (RuntimeException | Error e) {
            LOG.error("Messages can't be brought to the disk and are not acknowledged: {}", e.toString());
        }
        long doubtful = doubtfulUpTo;
        round.forEach(message -> message.end(message.number() > doubtful));
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
        if (!isClosed && thread != null) {
            waiting.add(END);
        }
        isClosed = true;
        return thread;
    }
}
