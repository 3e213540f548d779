package io.github.hivemqtdengine.spool;

import io.github.hivemqtdengine.pipeline.Receipt;
import java.io.Closeable;
import java.io.IOException;
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
final class GroupSync implements Closeable {

    private static final Logger LOG = LoggerFactory.getLogger(GroupSync.class);
    private static final Receipt END = new Receipt(Receipt.Stage.ON_DISK);

    private final String name;
    private final Disk disk;
    private final BlockingQueue<Receipt> waiting = new LinkedBlockingQueue<>();
    private @Nullable Thread thread;
    private boolean isClosed;

    /** Brings to the disk what was appended before. */
    @FunctionalInterface
    interface Disk {
        void sync() throws IOException;
    }

    /** @param name what its thread is called */
    GroupSync(String name, Disk disk) {
        this.name = name;
        this.disk = disk;
    }

    /** Lets a receipt arrive when what was appended before is on the disk. */
    synchronized void add(Receipt receipt) {
        if (isClosed) {
            receipt.refuse();
            return;
        }
        if (thread == null) {
            thread = new Thread(this::run, name);
            thread.setDaemon(true);
            thread.start();
        }
        waiting.add(receipt);
    }

    private void run() {
        var round = new ArrayList<Receipt>();
        try {
            do {
                round.clear();
                round.add(waiting.take());
                waiting.drainTo(round);
                sync(round);
            } while (!round.contains(END));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            waiting.forEach(Receipt::refuse);
        }
    }

    /** After a failure nobody knows what is on the disk, and a later success does not tell either. */
    private void sync(List<Receipt> round) {
        try {
            disk.sync();
            round.forEach(Receipt::arrived);
        } catch (IOException | RuntimeException | Error e) {
            LOG.error("{} messages are not on the disk and are not acknowledged: {}", round.size(), e.toString());
            round.forEach(Receipt::refuse);
        }
    }

    /** Ends with what has been added so far. */
    @Override
    public void close() {
        var running = end();
        if (running == null) {
            return;
        }
        try {
            running.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
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
