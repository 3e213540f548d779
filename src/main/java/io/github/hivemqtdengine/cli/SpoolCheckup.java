package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.jdbc.dialect.Finding;
import io.github.hivemqtdengine.pipeline.queue.Durability;
import io.github.hivemqtdengine.spool.Spool;
import io.github.hivemqtdengine.spool.log.SpoolSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks the folder of the spool.
 *
 * @param folder the extension's data folder, which may not exist yet
 */
record SpoolCheckup(Path folder, ExtensionSettings settings) {

    private static final long MIB = 1_024 * 1_024;

    List<Finding> check() {
        var found = new ArrayList<Finding>();
        found.add(durability());
        var there = existing(folder.toAbsolutePath().normalize());
        found.add(writable(there));
        found.add(room(there));
        found.add(waiting());
        return found;
    }

    private Finding durability() {
        return switch (settings.delivery().intake().durability()) {
            case MEMORY ->
                Finding.warn(
                        "durability",
                        "memory: what waits is lost with the broker's process; write <durability>spool</durability> to"
                                + " keep it on disk");
            case SPOOL -> Finding.ok("durability", "spool: what waits survives the broker's process, not a power cut");
            case FSYNC -> Finding.ok("durability", "fsync: what waits survives a power cut");
        };
    }

    /** Returns the folder, or its nearest existing parent. */
    private static Path existing(Path folder) {
        var there = folder;
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        return there;
    }

    private Finding writable(Path there) {
        if (settings.delivery().intake().durability() == Durability.MEMORY && !Files.exists(folder)) {
            return Finding.ok("folder", folder + " is not there yet; a start creates it for dead letters");
        }
        try {
            Files.delete(Files.createTempFile(there, "doctor", ".tmp"));
            return writable(folder.toAbsolutePath().normalize(), there);
        } catch (IOException e) {
            return Finding.fail(
                    "folder",
                    there + " can't be written by this user (" + e.getClass().getSimpleName()
                            + "); let the user of the broker write there");
        }
    }

    private static Finding writable(Path folder, Path there) {
        if (there.equals(folder)) {
            return Finding.ok("folder", folder + " can be written");
        }
        return there.equals(folder.getParent())
                ? Finding.ok("folder", folder + " is not there yet; a start creates it")
                : Finding.warn(
                        "folder",
                        "there is no data folder " + folder.getParent()
                                + "; say which one HiveMQ has: --data-folder FOLDER");
    }

    private Finding room(Path there) {
        try {
            return room(there, Files.getFileStore(there).getUsableSpace(), settings.spool());
        } catch (IOException e) {
            return Finding.fail("room", "the disk of " + there + " does not say how much is free (" + e + ")");
        }
    }

    static Finding room(Path there, long free, SpoolSettings spool) {
        var words = free / MIB + " MiB are free on the disk of " + there + "; the spool leaves "
                + spool.minFreeBytes() / MIB + " MiB free and takes " + spool.maxBytes() / MIB + " MiB at most";
        if (free < spool.minFreeBytes()) {
            return Finding.fail("room", words + ": it can take nothing; make room, or lower min-free-bytes");
        }
        return free - spool.minFreeBytes() < spool.maxBytes()
                ? Finding.warn("room", words + ", for which there is not enough room")
                : Finding.ok("room", words);
    }

    private Finding waiting() {
        try {
            return Spool.mayHoldMessages(folder.resolve("spool"))
                    ? Finding.ok("waiting", "messages may wait there; a start writes them first")
                    : Finding.ok("waiting", "no messages wait there");
        } catch (IOException e) {
            return Finding.warn(
                    "waiting", "what waits there can't be seen (" + e.getClass().getSimpleName() + ")");
        }
    }
}
