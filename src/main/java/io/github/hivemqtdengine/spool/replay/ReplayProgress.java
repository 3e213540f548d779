package io.github.hivemqtdengine.spool.replay;

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

/**
 * Progress of a replay.
 *
 * @param position the offset in the file, bytes
 * @param lines the number of lines before it
 * @param taken the number of replayed messages
 * @param unreadable the number of unreadable lines
 */
record ReplayProgress(long position, long lines, long taken, long unreadable) {

    static final ReplayProgress NONE = new ReplayProgress(0, 0, 0, 0);

    private static final Logger LOG = LoggerFactory.getLogger(ReplayProgress.class);
    private static final int FIGURES = 4;

    /** Reads the file; a missing or unreadable file means no progress. */
    static ReplayProgress read(Path file) throws IOException {
        try {
            var figures = Files.readString(file).strip().split(" ", FIGURES);
            return new ReplayProgress(
                    Long.parseLong(figures[0]),
                    Long.parseLong(figures[1]),
                    Long.parseLong(figures[2]),
                    Long.parseLong(figures[3]));
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

    ReplayProgress tookLine(DeadLetterReader.Line line) {
        return new ReplayProgress(line.end(), line.number(), taken + 1, unreadable);
    }

    ReplayProgress passedLine(DeadLetterReader.Line line) {
        return new ReplayProgress(line.end(), line.number(), taken, unreadable + 1);
    }

    ReplayProgress tookRecords(int records) {
        return new ReplayProgress(position, lines, taken + records, unreadable);
    }
}
