package io.github.hivemqtdengine.spool;

import io.github.hivemqtdengine.pipeline.KeyMark;
import io.github.hivemqtdengine.pipeline.LoggedMessage;
import io.github.hivemqtdengine.pipeline.MessageLog;
import io.github.hivemqtdengine.pipeline.MessageLogs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The logs of all lanes in one folder: {@code <generation>/<database>/<lane>}. A file names the valid generation and how
 * its lanes are laid out; where the configuration wants another layout, a new generation begins, and becomes valid when
 * all that waits was appended to it.
 */
public final class Spool implements MessageLogs, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Spool.class);

    private static final String CURRENT = "current";
    private static final String GENERATION = "[0-9]{1,18}";
    private static final String LOCK = "lock";

    private final Path folder;
    private final String layout;
    private final FileChannel lockFile;
    private final SpoolBudget budget;
    private final List<OpenLog> logs = new ArrayList<>();
    private final long generation;
    private final boolean isNew;
    /** By the names of the databases' folders. */
    private final Map<String, KeyMark> marks = new HashMap<>();

    private Spool(Path folder, String layout, SpoolSettings settings, FileChannel lockFile) throws IOException {
        this.folder = folder;
        this.layout = layout;
        this.lockFile = lockFile;
        this.budget = new SpoolBudget(folder, settings);
        var valid = valid();
        this.isNew = !valid.layout().equals(layout);
        this.generation = isNew ? valid.number() + 1 : valid.number();
        deleteAllBut(valid.number());
    }

    /** @param database the name of its database's folder */
    private record OpenLog(String database, LaneLog log) {}

    /** @param number 0 for none */
    private record Generation(long number, String layout) {}

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

    /** Whether there is, or was, a spool in this folder. */
    public static boolean isUsed(Path folder) {
        return Files.exists(folder.resolve(CURRENT));
    }

    private Generation valid() throws IOException {
        try {
            var lines = Files.readString(folder.resolve(CURRENT)).split("\n", 2);
            return new Generation(Long.parseLong(lines[0].strip()), lines.length > 1 ? lines[1] : "");
        } catch (NoSuchFileException e) {
            var found = new Generation(newest(), ""); // 0, unless somebody has deleted the file
            makeValid(found);
            return found;
        } catch (NumberFormatException e) {
            throw new IOException(folder.resolve(CURRENT) + " does not begin with the number of a generation", e);
        }
    }

    private long newest() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.matches(GENERATION))
                    .mapToLong(Long::parseLong)
                    .max()
                    .orElse(0);
        }
    }

    /** What a crash has left of a generation that never became valid, or is no longer. */
    private void deleteAllBut(long valid) throws IOException {
        try (var files = Files.list(folder)) {
            for (var file : files.toList()) {
                var name = file.getFileName().toString();
                if (name.matches(GENERATION) && !name.equals(Long.toString(valid))) {
                    forget(file);
                }
            }
        }
    }

    private static void delete(Path tree) throws IOException {
        try (Stream<Path> files = Files.walk(tree)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    @Override
    public MessageLog log(String databaseId, int number) {
        try {
            var database = folderName(databaseId);
            var ofDatabase = folder.resolve(Long.toString(generation)).resolve(database);
            var log = open(ofDatabase.resolve(Integer.toString(number)), budget);
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

    private LaneLog open(Path ofLane, SpoolBudget ofLog) throws IOException {
        var names = ofLane.subpath(ofLane.getNameCount() - 3, ofLane.getNameCount());
        var lane = names.toString().replace(names.getFileSystem().getSeparator(), "-");
        var log = LaneLog.open(ofLane, new DamagedBytes(folder.resolve("damaged"), lane), ofLog);
        marks.merge(names.getName(1).toString(), log.mark(), KeyMark::max);
        return log;
    }

    @Override
    public void replay(Consumer<LoggedMessage> taker) {
        if (!isNew) {
            return;
        }
        try {
            var old = folder.resolve(Long.toString(generation - 1));
            if (Files.exists(old)) {
                budget.overdraw(true); // it was within the limits before
                replay(old, taker);
                budget.overdraw(false);
            }
            keepMarks();
            makeValid(new Generation(generation, layout));
            forget(old);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /** Merges the lanes by time of arrival: what several of them had of one key was in this order. */
    private void replay(Path old, Consumer<LoggedMessage> taker) throws IOException {
        var lanes = new ArrayList<LaneLog>();
        try {
            var heads = new PriorityQueue<Head>(Comparator.comparingLong(Head::arrival));
            for (var folderOfLane : laneFolders(old)) {
                var lane = open(folderOfLane, new SpoolBudget(folder, SpoolSettings.DEFAULT));
                lanes.add(lane);
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

    private static List<Path> laneFolders(Path generation) throws IOException {
        try (var folders = Files.walk(generation, 2)) {
            return folders.filter(Files::isDirectory)
                    .filter(path -> generation.relativize(path).getNameCount() == 2)
                    .sorted()
                    .toList();
        }
    }

    private void keepMarks() throws IOException {
        for (var open : logs) {
            open.log().settleNothing(marks.getOrDefault(open.database(), KeyMark.NONE));
            open.log().force();
        }
    }

    private static void forget(Path old) {
        try {
            if (Files.exists(old)) {
                delete(old);
            }
        } catch (IOException e) {
            LOG.warn("{} is not needed any more and can't be deleted: {}", old, e.toString());
        }
    }

    private void makeValid(Generation valid) throws IOException {
        var draft = folder.resolve(CURRENT + ".new");
        Files.writeString(draft, valid.number() + "\n" + valid.layout());
        try (var channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        Files.move(draft, folder.resolve(CURRENT), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
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
