// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Syncs the system's page cache to the disk. */
public final class Durable {

    private static final Logger LOG = LoggerFactory.getLogger(Durable.class);

    private Durable() {}

    /** Port to the disk, which keeps bytes and names through a power cut. */
    public interface Disk {

        Disk SYSTEM = new Disk() {
            @Override
            public void force(FileChannel file) throws IOException {
                file.force(true);
            }

            @Override
            public void forceNames(Path folder) throws IOException {
                folder(folder);
            }
        };

        /** Disk for data that need not survive a power cut. */
        Disk NONE = new Disk() {
            @Override
            public void force(FileChannel file) {
                // the system writes its page cache back eventually
            }

            @Override
            public void forceNames(Path folder) {
                // the system writes its page cache back eventually
            }
        };

        /** Syncs the bytes of a file. */
        void force(FileChannel file) throws IOException;

        /** Syncs the bytes of the file of this name. */
        default void force(Path file) throws IOException {
            try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                force(channel);
            }
        }

        /** Syncs the names of the files in a folder. */
        void forceNames(Path folder) throws IOException;
    }

    /** Syncs the names of the files in a folder, if the system supports that. */
    private static void folder(Path folder) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(folder, StandardOpenOption.READ);
        } catch (IOException e) {
            LOG.debug("Folder cannot be opened for a sync; Windows stores file names without one", e);
            return;
        }
        try (channel) {
            channel.force(true);
        }
    }
}
