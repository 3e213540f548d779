// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool;

import io.github.hivemqtdengine.pipeline.queue.HighWaterMark;
import io.github.hivemqtdengine.pipeline.queue.MessageLog;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.LoggedMessage;
import io.github.hivemqtdengine.pipeline.queue.MessageLogs;
import io.github.hivemqtdengine.spool.Generations.Generation;
import io.github.hivemqtdengine.spool.LaneLogs.OpenLog;
import io.github.hivemqtdengine.spool.LaneLogs.WaitingMessages;
import io.github.hivemqtdengine.spool.disk.Durable;
import io.github.hivemqtdengine.spool.disk.PrivateFiles;
import io.github.hivemqtdengine.spool.log.CommittedSegments;
import io.github.hivemqtdengine.spool.log.LaneLog;
import io.github.hivemqtdengine.spool.log.LearnedState;
import io.github.hivemqtdengine.spool.log.Segment;
import io.github.hivemqtdengine.spool.log.SpoolBudget;
import io.github.hivemqtdengine.spool.log.SpoolSettings;
import io.github.hivemqtdengine.time.EpochClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Write-ahead logs of all lanes in one folder: {@code <generation>/<database>/<lane>}. If the configuration needs
 * another lane layout, a new generation begins. It becomes valid once all waiting messages are appended to it.
 */
public final class Spool implements MessageLogs, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Spool.class);

    /** Layout that differs from every configured layout. */
    private static final String CHANGED_WHILE_OPEN = "changed while it was open";

    private final SpoolLock lock;
    private final SpoolBudget budget;
    private final Generations generations;
    private final LaneLogs lanes;
    /** Oldest first. */
    private final List<Generation> valid;

    private final Generation wanted;
    private final List<OpenLog> logs = new ArrayList<>();
    /** By the names of the databases' folders. */
    private final Map<String, List<HighWaterMark>> marks = new HashMap<>();

    private LearnedState learned = () -> {};

    private Spool(
            Path folder,
            String layout,
            SpoolSettings settings,
            Durable.Disk disk,
            CommittedSegments committed,
            SpoolLock lock)
            throws IOException {
        this.lock = lock;
        this.budget = new SpoolBudget(Files.getFileStore(folder), settings, committed);
        this.generations = new Generations(folder, disk);
        this.lanes = new LaneLogs(folder, generations, settings.maxBytes(), disk, committed);
        this.valid = generations.valid();
        var newest = valid.get(valid.size() - 1);
        this.wanted = newest.layout().equals(layout) ? newest : new Generation(newest.number() + 1, layout);
        generations.keepOnly(valid);
    }

    /**
     * Opens a spool.
     *
     * @param folder created if missing; one process at a time can have it open
     * @param layout a string that changes when messages of an earlier process can't stay in their lanes
     * @throws IOException if the folder can't be used
     */
    public static Spool open(Path folder, String layout, SpoolSettings settings) throws IOException {
        return open(folder, layout, settings, CommittedSegments.DELETED);
    }

    /**
     * Opens a spool.
     *
     * @param committed takes the segments whose messages are all committed
     */
    public static Spool open(Path folder, String layout, SpoolSettings settings, CommittedSegments committed)
            throws IOException {
        return open(folder, layout, settings, Durable.Disk.SYSTEM, committed);
    }

    /** Opens a spool on another disk than the system's. */
    static Spool open(Path folder, String layout, SpoolSettings settings, Durable.Disk disk) throws IOException {
        return open(folder, layout, settings, disk, CommittedSegments.DELETED);
    }

    private static Spool open(
            Path folder, String layout, SpoolSettings settings, Durable.Disk disk, CommittedSegments committed)
            throws IOException {
        PrivateFiles.createFolders(folder);
        PrivateFiles.restrict(folder);
        var lock = SpoolLock.take(folder);
        try {
            return new Spool(folder, layout, settings, disk, committed, lock);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /**
     * Returns whether messages may wait in this folder. None wait if the process that had it open was not killed and
     * had committed everything.
     */
    public static boolean mayHoldMessages(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return false;
        }
        try (var files = Files.walk(folder)) {
            return files.anyMatch(Segment::isSegment);
        }
    }

    /**
     * Sets the state that messages change, and that would be missing after a power cut if it were not on the disk before
     * a message is synced or leaves a log. Called before the logs are opened.
     */
    public synchronized void setLearned(LearnedState state) {
        learned = state;
    }

    @Override
    public synchronized MessageLog log(String databaseId, int number) {
        var database = folderName(databaseId);
        try {
            var open = lanes.open(wanted, database, Integer.toString(number), budget, learned);
            noteMark(open);
            forgetAhead(open.log());
            logs.add(open);
            return open.log();
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    @Override
    public synchronized void release(String databaseId) {
        var database = folderName(databaseId);
        logs.stream()
                .filter(open -> open.database().equals(database))
                .forEach(open -> open.log().close());
        logs.removeIf(open -> open.database().equals(database));
        marks.remove(database);
    }

    /**
     * Marks the spool so that the next start reassigns all waiting messages to the current lanes. A message may be in a
     * lane that the layout does not describe.
     *
     * @throws IOException if the mark can't be written
     */
    public void reassignAtNextStart() throws IOException {
        generations.makeValid(new Generation(wanted.number(), CHANGED_WHILE_OPEN));
    }

    private static String folderName(String databaseId) {
        return URLEncoder.encode(databaseId, StandardCharsets.UTF_8)
                .replace(".", "%2E")
                .replace("*", "%2A");
    }

    @Override
    public void reassign(Consumer<LoggedMessage> sink) {
        if (valid.contains(wanted)) {
            return;
        }
        try {
            budget.overdraw(true); // the messages were within the limits before
            handOverWaiting(sink);
            budget.overdraw(false);
            for (var open : logs) {
                open.log().writeMark(trustedMark(open.database()));
                open.log().force();
            }
            learned.flush();
            generations.makeValid(wanted);
            generations.keepOnly(List.of(wanted));
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    private void handOverWaiting(Consumer<LoggedMessage> sink) throws IOException {
        var opened = lanes.openAll(valid);
        opened.forEach(this::noteMark);
        try (var waiting = new WaitingMessages(opened)) {
            long count = 0;
            for (var head = waiting.next(); head != null; head = waiting.next()) {
                sink.accept(head.message());
                count++;
            }
            if (count > 0) {
                LOG.info("Reassigned {} spooled messages to the current lanes and routes", count);
            }
        }
    }

    /** Clears a mark ahead of the clock: a lane without messages to commit would report it at every start. */
    private static void forgetAhead(LaneLog log) throws IOException {
        if (!log.mark().equals(log.mark().withoutAhead(EpochClock.SYSTEM.micros()))) {
            log.writeMark(HighWaterMark.NONE);
        }
    }

    private void noteMark(OpenLog open) {
        marks.computeIfAbsent(open.database(), database -> new ArrayList<>())
                .add(open.log().mark());
    }

    private HighWaterMark trustedMark(String database) {
        return HighWaterMark.latestWithoutAhead(marks.getOrDefault(database, List.of()), EpochClock.SYSTEM.micros());
    }

    @Override
    public synchronized List<HighWaterMark> marks(String databaseId) {
        return List.copyOf(marks.getOrDefault(folderName(databaseId), List.of()));
    }

    @Override
    public boolean hasRoom() {
        return budget.hasRoom();
    }

    /** Returns the bytes of all waiting messages, and of committed ones that share a file with them. */
    public long bytes() {
        return budget.usedBytes();
    }

    /** Returns the bytes of unreadable data that is kept besides. */
    public long damagedBytes() {
        return lanes.damagedBytes();
    }

    /** Closes all logs; waiting messages stay in them. */
    @Override
    public synchronized void close() {
        logs.forEach(open -> open.log().close());
        lock.close();
    }
}
