// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool;

import io.github.hivemqtdengine.spool.births.BirthLimits;
import io.github.hivemqtdengine.spool.births.Births;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterFolder;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterSettings;
import io.github.hivemqtdengine.spool.disk.Durable;
import io.github.hivemqtdengine.spool.log.SpoolSettings;
import io.github.hivemqtdengine.testkit.RandomValues;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The disk of a machine whose power is cut. It records which bytes of a file and which names of a folder were forced, and
 * writes down what a machine would find after the cut: all that was forced, and as much of the rest as chance wants. What
 * was not forced through it, such as a watermark, counts as not forced. May be used by many threads.
 */
public final class PowerCutDisk implements Durable.Disk {

    /** In place of a file, for the name of a folder. */
    private static final Kept FOLDER = new Kept(Path.of(""), new byte[0]);

    private final Path root;
    private final Path links;
    private volatile Path letters;
    private volatile Path births;
    private final Map<Path, Map<String, Kept>> forcedNames = new HashMap<>();
    /** By the key with which the file system identifies a file. */
    private final Map<Object, Kept> files = new HashMap<>();

    private int untilCut = Integer.MAX_VALUE;
    private Runnable onCut = () -> {};

    /** A file under all its names. */
    private static final class Kept {

        /** Another name of it, so that it can be read after it was deleted, and no other file is taken for it. */
        private final Path link;

        private byte[] forced;

        Kept(Path link, byte[] forced) {
            this.link = link;
            this.forced = forced;
        }
    }

    /**
     * A disk on which all present files count as forced.
     *
     * @param root the folder under test, with everything below it
     * @param links an empty folder of the same file system
     */
    public PowerCutDisk(Path root, Path links) throws IOException {
        this.root = root;
        this.links = links;
        this.letters = root;
        this.births = root;
        try (var all = Files.walk(root)) {
            for (var folder : all.filter(Files::isDirectory).toList()) {
                var names = namesIn(folder);
                for (var kept : names.values()) {
                    kept.forced = kept == FOLDER ? kept.forced : Files.readAllBytes(kept.link);
                }
                forcedNames.put(folder, names);
            }
        }
    }

    public Spool openSpool(Path folder, String layout, SpoolSettings settings) throws IOException {
        return Spool.open(folder, layout, settings, this);
    }

    /** Returns the births of a folder on this disk. */
    public Births openBirths(Path folder) throws IOException {
        births = folder;
        return Births.open(folder, BirthLimits.DEFAULT, this);
    }

    /** Returns the dead letters of a folder on this disk. */
    public DeadLetterFolder openLetters(Path folder, DeadLetterSettings settings) {
        letters = folder;
        return new DeadLetterFolder(folder, settings, true, Clock.systemUTC(), this, System::nanoTime);
    }

    /** Runs an action after this many further forces, before the next one; or at {@link #cut}. */
    public synchronized void cutAfter(int forces, Runnable cut) {
        untilCut = forces;
        onCut = cut;
    }

    /** Cuts the power now, unless that has happened. */
    public synchronized void cut() {
        untilCut = Integer.MAX_VALUE;
        var now = onCut;
        onCut = () -> {};
        now.run();
    }

    private void beforeForce() {
        if (untilCut == 0) {
            cut();
        }
        untilCut--;
    }

    @Override
    public synchronized void force(Path file) throws IOException {
        beforeForce();
        find(file).forced = Files.readAllBytes(file);
    }

    /** Of the births and of the files of dead letters, of which no two begin alike. */
    @Override
    public synchronized void force(FileChannel file) throws IOException {
        beforeForce();
        var written = ByteBuffer.allocate((int) file.size());
        file.read(written, 0);
        var content = Arrays.copyOf(written.array(), written.position());
        var candidates = new ArrayList<>(namesIn(letters).values());
        candidates.addAll(namesIn(births).values());
        for (var kept : candidates) {
            if (kept != FOLDER && content.length > 0 && LogFiles.isAt(Files.readAllBytes(kept.link), 0, content)) {
                kept.forced = content;
            }
        }
    }

    @Override
    public synchronized void forceNames(Path folder) throws IOException {
        beforeForce();
        var absolute = folder.toAbsolutePath();
        if (absolute.startsWith(root)) {
            forcedNames.put(absolute, namesIn(absolute));
        }
    }

    /** Looks until two looks show the same: a file that is renamed in the middle of one would be missing. */
    private Map<String, Kept> namesIn(Path folder) throws IOException {
        var names = lookAt(folder);
        for (var again = lookAt(folder); !again.equals(names); again = lookAt(folder)) {
            names = again;
        }
        return names;
    }

    private Map<String, Kept> lookAt(Path folder) throws IOException {
        var names = new TreeMap<String, Kept>();
        try (var all = Files.list(folder)) {
            for (var path : all.toList()) {
                try {
                    names.put(path.getFileName().toString(), Files.isDirectory(path) ? FOLDER : find(path));
                } catch (NoSuchFileException e) {
                    // deleted meanwhile
                }
            }
        }
        return names;
    }

    private Kept find(Path path) throws IOException {
        var key = Objects.requireNonNull(
                Files.readAttributes(path, BasicFileAttributes.class).fileKey());
        var known = files.get(key);
        if (known != null) {
            return known;
        }
        var kept = new Kept(Files.createLink(links.resolve(Integer.toString(files.size())), path), new byte[0]);
        files.put(key, kept);
        return kept;
    }

    /**
     * Writes the files that survive a cut at this moment.
     *
     * @param luck share of the unforced content that survives, percent
     */
    public synchronized void copySurvivors(Path to, RandomValues chance, int luck) {
        try {
            copySurvivors(root, to, chance, luck);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void copySurvivors(Path folder, Path to, RandomValues chance, int luck) throws IOException {
        Files.createDirectories(to);
        var names = chance.chance(luck) ? writtenNames(folder) : forcedNames.getOrDefault(folder, Map.of());
        for (var name : names.entrySet()) {
            var kept = name.getValue();
            if (kept == FOLDER) {
                copySurvivors(folder.resolve(name.getKey()), to.resolve(name.getKey()), chance, luck);
            } else {
                var content = chance.chance(luck) ? partlyWritten(kept, chance) : kept.forced;
                Files.write(to.resolve(name.getKey()), content);
            }
        }
    }

    private Map<String, Kept> writtenNames(Path folder) throws IOException {
        return Files.exists(folder) ? namesIn(folder) : Map.of();
    }

    /** Appended bytes may survive in whole or in part, or as zeros where only the file size was written. */
    private static byte[] partlyWritten(Kept kept, RandomValues chance) throws IOException {
        var written = Files.readAllBytes(kept.link);
        if (!LogFiles.isAt(written, 0, kept.forced)) {
            return written;
        }
        int length = chance.between(kept.forced.length, written.length);
        return chance.chance(20) ? Arrays.copyOf(kept.forced, length) : Arrays.copyOf(written, length);
    }
}
