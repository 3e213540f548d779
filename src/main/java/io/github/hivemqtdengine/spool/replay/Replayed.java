// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.replay;

import io.github.hivemqtdengine.pipeline.ReplaySource.Sink;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterReader;
import io.github.hivemqtdengine.spool.disk.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Source of messages to replay, with its progress. Not thread-safe. */
interface Replayed {

    /**
     * Hands over the messages that were not replayed yet.
     *
     * @return {@code false} if the sink accepts no more
     */
    boolean handOver(Sink sink) throws IOException;

    Progress progress();

    /**
     * Progress of a replay.
     *
     * @param position the offset in the file, bytes
     * @param lines the number of lines before it
     * @param taken the number of replayed messages
     * @param unreadable the number of unreadable lines
     */
    record Progress(long position, long lines, long taken, long unreadable) {

        static final Progress NONE = new Progress(0, 0, 0, 0);

        private static final Logger LOG = LoggerFactory.getLogger(Replayed.class);
        private static final int FIELDS = 4;

        /** Reads the file; a missing or unreadable file means no progress. */
        static Progress read(Path file) throws IOException {
            try {
                var fields = Files.readString(file).strip().split(" ", FIELDS);
                return new Progress(
                        Long.parseLong(fields[0]),
                        Long.parseLong(fields[1]),
                        Long.parseLong(fields[2]),
                        Long.parseLong(fields[3]));
            } catch (NoSuchFileException e) {
                return NONE;
            } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
                LOG.warn("Replay progress file \"{}\" is damaged; the replay starts from the beginning", file);
                return NONE;
            }
        }

        /** Writes the file atomically. */
        void write(Path file) throws IOException {
            var draft = file.resolveSibling(file.getFileName() + ".new");
            var line = position + " " + lines + " " + taken + " " + unreadable + "\n";
            PrivateFiles.write(draft, line.getBytes(StandardCharsets.UTF_8));
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }

        Progress tookLine(DeadLetterReader.Line<?> line) {
            return new Progress(line.end(), line.number(), taken + 1, unreadable);
        }

        Progress passedLine(DeadLetterReader.Line<?> line) {
            return new Progress(line.end(), line.number(), taken, unreadable + 1);
        }

        Progress tookRecords(int records) {
            return new Progress(position, lines, taken + records, unreadable);
        }
    }
}
