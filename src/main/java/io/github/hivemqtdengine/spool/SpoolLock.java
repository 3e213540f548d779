// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool;

import io.github.hivemqtdengine.spool.disk.PrivateFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lock that restricts an open spool to one process. */
public final class SpoolLock implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SpoolLock.class);
    private static final String FILE = "lock";

    private final Path folder;
    private final FileChannel file;

    private SpoolLock(Path folder, FileChannel file) {
        this.folder = folder;
        this.file = file;
    }

    /** Reports that a process has the spool open. */
    public static final class TakenException extends IOException {

        private static final long serialVersionUID = 1L;

        private TakenException(Path folder) {
            super(folder + " is in use by another broker, or by this one");
        }
    }

    /**
     * Takes the lock.
     *
     * @throws TakenException if a broker has it, this one included
     * @throws IOException if the folder can't be written
     */
    public static SpoolLock take(Path folder) throws IOException {
        var file = PrivateFiles.open(folder.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (!tryLock(file)) {
                throw new TakenException(folder);
            }
            return new SpoolLock(folder, file);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private static boolean tryLock(FileChannel file) throws IOException {
        try {
            return file.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            LOG.debug("Spool is already open in this process", e);
            return false;
        }
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            LOG.warn("Spool \"{}\" failed to close: {}", folder, e.toString());
        }
    }
}
