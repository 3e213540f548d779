// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.replay;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.ReplaySource;
import io.github.hivemqtdengine.spool.births.Births;
import io.github.hivemqtdengine.spool.disk.PrivateFiles;
import io.github.hivemqtdengine.spool.replay.Replayed.Progress;
import io.github.hivemqtdengine.time.OncePerInterval;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Folder for replays: an operator moves dead-letter files and copied spools into it. An entry that no longer changes is
 * moved to {@code taking}, so that another file of the same name can come. After its replay it is moved to {@code
 * done}. Used by one thread.
 */
public final class ReplayFolder implements ReplaySource {

    private static final Logger LOG = LoggerFactory.getLogger(ReplayFolder.class);

    /** Name of the folder in the extension's data folder. */
    public static final String NAME = "replay";

    static final String LETTERS = ".jsonl";

    private static final String PROGRESS = ".progress";
    private static final String UNREADABLE = ".unreadable";

    private final Path folder;
    private final long maxMessageBytes;
    private final Births births;
    private final Path taking;
    private final Path done;
    private final StableFiles stable = new StableFiles();
    private final OncePerInterval measurements = new OncePerInterval(Duration.ofSeconds(2));
    private volatile long remainingBytes;
    /** Last warning about each file and the folder; repeated only when it changes. */
    private final Map<Path, String> lastWarnings = new HashMap<>();

    /**
     * @param folder created at the first poll
     * @param maxMessageBytes the largest message of a dead letter that is replayed
     * @param births ends those of copied spools where one lacks messages
     */
    public ReplayFolder(Path folder, long maxMessageBytes, Births births) {
        this.folder = folder;
        this.maxMessageBytes = maxMessageBytes;
        this.births = births;
        this.taking = folder.resolve("taking");
        this.done = folder.resolve("done");
    }

    @Override
    public void handOver(Sink sink) {
        try {
            PrivateFiles.createFolders(taking);
            PrivateFiles.createFolders(done);
            lastWarnings.keySet().removeIf(Files::notExists);
            var measured = measured(sink);
            if (handOverBegun(measured)) {
                handOverNew(measured);
            }
            lastWarnings.remove(folder);
        } catch (IOException | UncheckedIOException e) {
            warnOnce(folder, "Replay folder \"" + folder + "\" cannot be read; the replay is retried: " + e);
        } finally {
            measure();
        }
    }

    /** Returns the approximate size of the messages that were not replayed yet, bytes. Thread-safe. */
    public long remainingBytes() {
        return remainingBytes;
    }

    /** Returns the sink, which measures what remains from time to time: a replay can take hours. */
    private Sink measured(Sink sink) {
        return new Sink() {
            @Override
            public boolean accept(String routeId, InboundMessage message) {
                if (measurements.tryAcquire()) {
                    measure();
                }
                return sink.accept(routeId, message);
            }

            @Override
            public void sync() {
                sink.sync();
            }
        };
    }

    private void measure() {
        try {
            long bytes = 0;
            for (var parent : List.of(folder, taking)) {
                for (var file : filesIn(parent)) {
                    if (isContent(file)) {
                        long done = Progress.read(besides(file, PROGRESS)).position();
                        bytes += Math.max(0, TreeState.at(file).bytes() - done);
                    }
                }
            }
            remainingBytes = bytes;
        } catch (IOException | UncheckedIOException e) {
            // a file is being moved, or the replay reports the disk: the previous value stays
        }
    }

    private static boolean isContent(Path file) {
        return ReplayedSpool.isSpool(file) || isLetters(file);
    }

    /** Replays the entries that an earlier process began, or that failed; {@code false} if the sink accepts no more. */
    private boolean handOverBegun(Sink sink) throws IOException {
        for (var file : filesIn(taking)) {
            if (isContent(file) && !handOver(file, sink)) {
                return false;
            }
        }
        return true;
    }

    private void handOverNew(Sink sink) throws IOException {
        for (var file : stable.among(filesIn(folder))) {
            if (takeOver(file) && !handOver(taking.resolve(file.getFileName()), sink)) {
                return;
            }
        }
    }

    private List<Path> filesIn(Path parent) throws IOException {
        try (var files = Files.list(parent)) {
            return files.filter(file -> !file.equals(taking) && !file.equals(done))
                    .filter(file -> !name(file).startsWith("."))
                    .sorted()
                    .toList();
        }
    }

    /** Moves an entry to {@code taking} if it can be replayed; returns whether it was moved. */
    private boolean takeOver(Path file) {
        var target = taking.resolve(file.getFileName());
        try {
            if (Files.exists(target)) {
                return false; // has to be finished first
            }
            checkUsable(file);
            Files.deleteIfExists(besides(target, PROGRESS)); // left by an entry of the same name, which is done
            Files.deleteIfExists(besides(target, UNREADABLE));
            Files.move(file, target);
            return true;
        } catch (IOException e) {
            var why = e instanceof FileSystemException ? e.toString() : e.getMessage();
            warnOnce(file, "Replay rejected; the file stays in \"" + folder + "\": " + why);
            return false;
        }
    }

    private static void checkUsable(Path file) throws IOException {
        if (ReplayedSpool.isSpool(file)) {
            ReplayedSpool.checkUnused(file);
        } else if (Files.isDirectory(file) || !isLetters(file)) {
            throw new IOException(file + " is neither a file of dead letters (*" + LETTERS + ") nor the folder of a"
                    + " spool; move files out of their folder, and take others away");
        } else if (!Files.isReadable(file)) {
            throw new IOException(file + " cannot be read by the user that the broker runs as");
        }
    }

    private static boolean isLetters(Path file) {
        return name(file).endsWith(LETTERS) && Files.isRegularFile(file);
    }

    /** Replays one entry; {@code false} if the sink accepts no more. */
    private boolean handOver(Path file, Sink sink) {
        sink.sync(); // if it fails nothing is replayed: each poll would repeat a block of each file
        try {
            var replayed = replayed(file);
            boolean isDone = replayed.handOver(sink);
            lastWarnings.remove(file);
            if (isDone) {
                finish(file, replayed.progress());
            }
            return isDone;
        } catch (IOException | UncheckedIOException e) {
            warnOnce(file, "Replay of \"" + file + "\" failed and is retried: " + e);
            return true;
        }
    }

    private Replayed replayed(Path file) throws IOException {
        return Files.isDirectory(file)
                ? new ReplayedSpool(file, besides(file, PROGRESS), births)
                : new ReplayedFile(file, besides(file, UNREADABLE), besides(file, PROGRESS), maxMessageBytes);
    }

    private void finish(Path file, Progress progress) throws IOException {
        var target = freeName(name(file));
        var unreadable = besides(file, UNREADABLE);
        if (Files.exists(unreadable)) {
            Files.move(unreadable, besides(target, UNREADABLE));
        }
        Files.move(file, target);
        Files.deleteIfExists(besides(file, PROGRESS));
        LOG.info(
                "Replay of \"{}\" finished: {} messages replayed, {} lines unreadable{}; the file is now" + " \"{}\"",
                file.getFileName(),
                progress.taken(),
                progress.unreadable(),
                progress.unreadable() == 0 ? "" : ", copied to \"" + besides(target, UNREADABLE) + "\"",
                target);
    }

    private Path freeName(String name) {
        int dot = name.endsWith(LETTERS) ? name.length() - LETTERS.length() : name.length();
        var free = done.resolve(name);
        for (int number = 2; Files.exists(free) || Files.exists(besides(free, UNREADABLE)); number++) {
            free = done.resolve(name.substring(0, dot) + "-" + number + name.substring(dot));
        }
        return free;
    }

    private static Path besides(Path file, String suffix) {
        return file.resolveSibling(name(file) + suffix);
    }

    private static String name(Path file) {
        return file.getFileName().toString();
    }

    private void warnOnce(Path about, String sentence) {
        if (!sentence.equals(lastWarnings.put(about, sentence))) {
            LOG.warn("{}", sentence);
        }
    }

    /** State of a file tree. */
    private record TreeState(long files, long bytes, long times) {

        static TreeState at(Path tree) throws IOException {
            long count = 0;
            long bytes = 0;
            long times = 0;
            try (var files = Files.walk(tree)) {
                for (var file : (Iterable<Path>) files::iterator) {
                    count++;
                    bytes += Files.size(file);
                    times += Files.getLastModifiedTime(file).hashCode();
                }
            }
            return new TreeState(count, bytes, times);
        }
    }

    /** Detects files and folders that are no longer written: those that are unchanged between two polls. */
    private static final class StableFiles {

        private Map<Path, TreeState> previous = new HashMap<>();

        /** Returns the files that are unchanged since the previous call, in the same order. */
        List<Path> among(List<Path> files) {
            var stable = new ArrayList<Path>();
            var now = new HashMap<Path, TreeState>();
            for (var file : files) {
                try {
                    var state = TreeState.at(file);
                    now.put(file, state);
                    if (state.equals(previous.get(file))) {
                        stable.add(file);
                    }
                } catch (IOException | UncheckedIOException e) {
                    now.remove(file); // it is being moved
                }
            }
            previous = now;
            return stable;
        }
    }
}
