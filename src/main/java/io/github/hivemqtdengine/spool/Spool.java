package io.github.hivemqtdengine.spool;

import io.github.hivemqtdengine.pipeline.KeyMark;
import io.github.hivemqtdengine.pipeline.LoggedMessage;
import io.github.hivemqtdengine.pipeline.MessageLog;
import io.github.hivemqtdengine.pipeline.MessageLogs;
import io.github.hivemqtdengine.spool.Generations.Generation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The logs of all lanes in one folder: {@code <generation>/<database>/<lane>}. Where the configuration wants the lanes laid
 * out in another way, a new generation begins, and becomes valid when all that waits was appended to it.
 */
public final class Spool implements MessageLogs, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Spool.class);

    private static final String LOCK = "lock";

    private final Path folder;
    private final FileChannel lockFile;
    private final SpoolBudget budget;
    private final Generations generations;
    /** Oldest first. */
    private final List<Generation> valid;

    private final Generation wanted;
    private final List<OpenLog> logs = new ArrayList<>();
    /** By the names of the databases' folders. */
    private final Map<String, KeyMark> marks = new HashMap<>();

    /** @param database the name of its database's folder */
    private record OpenLog(String database, LaneLog log) {}

    private Spool(Path folder, String layout, SpoolSettings settings, FileChannel lockFile) throws IOException {
        this.folder = folder;
        this.lockFile = lockFile;
        this.budget = new SpoolBudget(Files.getFileStore(folder), settings);
        this.generations = new Generations(folder);
        this.valid = generations.valid();
        var newest = valid.get(valid.size() - 1);
        this.wanted = newest.layout().equals(layout) ? newest : new Generation(newest.number() + 1, layout);
        generations.keepOnly(valid);
    }

    /**
     * Opens a spool.
     *
     * @param folder created if need be; one process at a time can have it open
     * @param layout anything that changes when messages of an earlier process can't go on in the lane they are in
     * @throws IOException if the folder can't be used
     */
    public static Spool open(Path folder, String layout, SpoolSettings settings) throws IOException {
        Files.createDirectories(folder);
        var lockFile = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            lock(folder, lockFile);
            return new Spool(folder, layout, settings, lockFile);
        } catch (IOException | RuntimeException e) {
            lockFile.close();
            throw e;
        }
    }

    private static void lock(Path folder, FileChannel lockFile) throws IOException {
        try {
            if (lockFile.tryLock() != null) {
                return;
            }
        } catch (OverlappingFileLockException e) {
            LOG.debug("This very process has the spool open", e);
        }
        throw new IOException(folder + " is in use by another broker, or by this one");
    }

    /**
     * Whether messages may wait in this folder; surely none do if the process that had it open was not killed and had
     * everything settled.
     */
    public static boolean mayHoldMessages(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return false;
        }
        try (var files = Files.walk(folder)) {
            return files.anyMatch(Segment::isSegment);
        }
    }

    @Override
    public MessageLog log(String databaseId, int number) {
        var database = folderName(databaseId);
        try {
            var log = open(wanted, database, Integer.toString(number), budget);
            logs.add(new OpenLog(database, log));
            return log;
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    private static String folderName(String databaseId) {
        return URLEncoder.encode(databaseId, StandardCharsets.UTF_8)
                .replace(".", "%2E")
                .replace("*", "%2A");
    }

    private LaneLog open(Generation generation, String database, String lane, SpoolBudget ofLog) throws IOException {
        var damagedBytes =
                new DamagedBytes(folder.resolve("damaged"), generation.number() + "-" + database + "-" + lane);
        var ofLane = generations.folder(generation.number()).resolve(database).resolve(lane);
        var log = LaneLog.open(ofLane, damagedBytes, ofLog);
        marks.merge(database, log.mark(), KeyMark::max);
        return log;
    }

    @Override
    public void replay(Consumer<LoggedMessage> taker) {
        if (valid.contains(wanted)) {
            return;
        }
        try {
            budget.overdraw(true); // it was within the limits before
            layOutAnew(taker);
            budget.overdraw(false);
            for (var open : logs) {
                open.log().settleNothing(marks.getOrDefault(open.database(), KeyMark.NONE));
                open.log().force();
            }
            generations.makeValid(wanted);
            generations.keepOnly(List.of(wanted));
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /** Merges the lanes by time of arrival: what several of them had of one key was in this order. */
    private void layOutAnew(Consumer<LoggedMessage> taker) throws IOException {
        var lanes = new ArrayList<LaneLog>();
        try {
            var heads = new PriorityQueue<Head>(Comparator.comparingLong(Head::arrival));
            for (var generation : valid) {
                openAll(generation, lanes);
            }
            for (var lane : lanes) {
                lane.forEachWaiting(message -> {});
                Head.of(lane, heads);
            }
            long count = 0;
            for (var head = heads.poll(); head != null; head = heads.poll()) {
                taker.accept(head.message());
                Head.of(head.lane(), heads);
                count++;
            }
            if (count > 0) {
                LOG.info("{} messages that wait were laid out anew, for the lanes and routes of now", count);
            }
        } finally {
            lanes.forEach(LaneLog::close);
        }
    }

    /** @param opened has every log as soon as it is open */
    private void openAll(Generation generation, List<LaneLog> opened) throws IOException {
        for (var database : foldersIn(generations.folder(generation.number()))) {
            for (var lane : foldersIn(database)) {
                var unlimited = new SpoolBudget(Files.getFileStore(folder), SpoolSettings.DEFAULT);
                opened.add(open(generation, name(database), name(lane), unlimited));
            }
        }
    }

    private static List<Path> foldersIn(Path parent) throws IOException {
        if (!Files.exists(parent)) {
            return List.of();
        }
        try (var files = Files.list(parent)) {
            return files.filter(Files::isDirectory).sorted().toList();
        }
    }

    private static String name(Path file) {
        return file.getFileName().toString();
    }

    /** The oldest message of a lane. */
    private record Head(LaneLog lane, LoggedMessage message) {

        static void of(LaneLog lane, PriorityQueue<Head> heads) {
            var message = lane.read();
            if (message != null) {
                heads.add(new Head(lane, message));
            }
        }

        long arrival() {
            return message.message().arrivalMicros();
        }
    }

    @Override
    public KeyMark mark(String databaseId) {
        return marks.getOrDefault(folderName(databaseId), KeyMark.NONE);
    }

    /** Closes all logs; what waits in them stays. */
    @Override
    public void close() {
        logs.forEach(open -> open.log().close());
        try {
            lockFile.close();
        } catch (IOException e) {
            LOG.warn("The spool in {} can't be closed: {}", folder, e.toString());
        }
    }
}
