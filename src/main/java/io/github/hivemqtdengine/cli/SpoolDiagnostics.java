// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.cli.output.Words;
import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.jdbc.dialect.CheckResult;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Durability;
import io.github.hivemqtdengine.spool.Spool;
import io.github.hivemqtdengine.spool.disk.PrivateFiles;
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
record SpoolDiagnostics(Path folder, ExtensionSettings settings) {

    private static final long MIB = 1_024 * 1_024;

    List<CheckResult> check() {
        var found = new ArrayList<CheckResult>();
        found.add(durability());
        var there = existing(folder.toAbsolutePath().normalize());
        found.add(writable(there));
        found.add(room(there));
        found.add(waiting());
        return found;
    }

    private CheckResult durability() {
        return switch (settings.delivery().intake().durability()) {
            case MEMORY ->
                CheckResult.warn(
                        "durability",
                        "memory: what waits is lost with the broker's process; write <durability>spool</durability> to"
                                + " keep it on disk");
            case SPOOL ->
                CheckResult.ok("durability", "spool: what waits survives the broker's process, not a power cut");
            case FSYNC -> CheckResult.ok("durability", "fsync: what waits survives a power cut");
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

    private CheckResult writable(Path there) {
        if (settings.delivery().intake().durability() == Durability.MEMORY && !Files.exists(folder)) {
            return CheckResult.ok("folder", folder + " is not there yet; a start creates it for dead letters");
        }
        try {
            var owner = PrivateFiles.otherOwner(there);
            if (owner.isPresent() && Files.isWritable(there)) {
                return CheckResult.warn(
                        "folder",
                        there + " belongs to \"" + owner.get() + "\", not to the user of this command, which writes"
                                + " nothing there; to check that the broker can, run it as that user: "
                                + Words.asUser(owner.get()) + "bin/hivemq-tdengine doctor");
            }
            Files.delete(Files.createTempFile(there, "doctor", ".tmp"));
            return writable(folder.toAbsolutePath().normalize(), there);
        } catch (IOException e) {
            return CheckResult.fail(
                    "folder",
                    there + " can't be written by this user (" + e.getClass().getSimpleName()
                            + "); let the user of the broker write there");
        }
    }

    private static CheckResult writable(Path folder, Path there) {
        if (there.equals(folder)) {
            return CheckResult.ok("folder", folder + " can be written");
        }
        return there.equals(folder.getParent())
                ? CheckResult.ok("folder", folder + " is not there yet; a start creates it")
                : CheckResult.warn(
                        "folder",
                        "there is no data folder " + folder.getParent()
                                + "; say which one HiveMQ has: --data-folder FOLDER");
    }

    private CheckResult room(Path there) {
        try {
            return room(there, Files.getFileStore(there).getUsableSpace(), settings.spool());
        } catch (IOException e) {
            return CheckResult.fail("room", "the disk of " + there + " does not say how much is free (" + e + ")");
        }
    }

    static CheckResult room(Path there, long free, SpoolSettings spool) {
        var words = free / MIB + " MiB are free on the disk of " + there + "; the spool leaves "
                + spool.minFreeBytes() / MIB + " MiB free and takes " + spool.maxBytes() / MIB + " MiB at most";
        if (free < spool.minFreeBytes()) {
            return CheckResult.fail("room", words + ": it can take nothing; make room, or lower min-free-bytes");
        }
        return free - spool.minFreeBytes() < spool.maxBytes()
                ? CheckResult.warn("room", words + ", for which there is not enough room")
                : CheckResult.ok("room", words);
    }

    private CheckResult waiting() {
        try {
            return Spool.mayHoldMessages(folder.resolve("spool"))
                    ? CheckResult.ok("waiting", "messages may wait there; a start writes them first")
                    : CheckResult.ok("waiting", "no messages wait there");
        } catch (IOException e) {
            return CheckResult.warn(
                    "waiting", "what waits there can't be seen (" + e.getClass().getSimpleName() + ")");
        }
    }
}
