package io.github.hivemqtdengine.spool;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings to the disk what the system keeps in its page cache. */
final class Durable {

    private static final Logger LOG = LoggerFactory.getLogger(Durable.class);

    private Durable() {}

    /** What keeps bytes and names through a power cut. */
    interface Disk {

        /** The disk of the system. */
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

        /** Of those who promise nothing of a power cut. */
        Disk NONE = new Disk() {
            @Override
            public void force(FileChannel file) {
                // the system does that some time
            }

            @Override
            public void forceNames(Path folder) {
                // the system does that some time
            }
        };

        /** Brings what was written to a file to the disk. */
        void force(FileChannel file) throws IOException;

        /** Brings what was written to the file of this name to the disk. */
        default void force(Path file) throws IOException {
            try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                force(channel);
            }
        }

        /** Brings the names of the files in a folder to the disk. */
        void forceNames(Path folder) throws IOException;
    }

    /** The names of the files in a folder, where the system has a way to do so. */
    private static void folder(Path folder) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(folder, StandardOpenOption.READ);
        } catch (IOException e) {
            LOG.debug("Windows opens no folders, and keeps names without being asked", e);
            return;
        }
        try (channel) {
            channel.force(true);
        }
    }
}
