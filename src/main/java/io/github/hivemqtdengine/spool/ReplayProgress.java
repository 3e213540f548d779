package io.github.hivemqtdengine.spool;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far a replay has come.
 *
 * @param position up to which byte of the file
 * @param lines how many lines these are
 * @param taken how many messages were taken in again
 * @param unreadable how many lines could not be read
 */
record ReplayProgress(long position, long lines, long taken, long unreadable) {

    static final ReplayProgress NONE = new ReplayProgress(0, 0, 0, 0);

    private static final Logger LOG = LoggerFactory.getLogger(ReplayProgress.class);
    private static final int FIGURES = 4;

    /** Reads the file; where there is none, or none that says something, it begins at the beginning. */
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
            LOG.warn("{} does not say how far the replay has come, it begins again", file);
            return NONE;
        }
    }

    /** Writes the file, as a whole or not at all. */
    void write(Path file) throws IOException {
        var draft = file.resolveSibling(file.getFileName() + ".new");
        var line = position + " " + lines + " " + taken + " " + unreadable + "\n";
        PrivateFiles.write(draft, line.getBytes(StandardCharsets.UTF_8));
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    ReplayProgress tookLine(LetterReader.Line line) {
        return new ReplayProgress(line.end(), line.number(), taken + 1, unreadable);
    }

    ReplayProgress passedLine(LetterReader.Line line) {
        return new ReplayProgress(line.end(), line.number(), taken, unreadable + 1);
    }

    ReplayProgress tookRecords(int records) {
        return new ReplayProgress(position, lines, taken + records, unreadable);
    }
}
