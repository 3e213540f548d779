package io.github.hivemqtdengine.spool;

import io.github.hivemqtdengine.pipeline.ReplaySource.Taker;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file of dead letters that are taken in again. How far that has come is noted beside it, so a process that dies
 * repeats a block at most. Lines that can't be read are copied to a file of their own. Not for many threads.
 */
final class ReplayedFile implements Replayed {

    private static final Logger LOG = LoggerFactory.getLogger(ReplayedFile.class);

    private static final int BLOCK_LINES = 100;
    private static final long BLOCK_BYTES = 1L << 20;
    private static final int LINES_TO_NAME = 10;

    private final Path file;
    private final Path unreadable;
    private final Path noted;
    private final long maxMessageBytes;
    private ReplayProgress progress;
    private ReplayProgress lastNote;

    /**
     * The replay of a file.
     *
     * @param unreadable where lines are copied to that can't be read
     * @param noted where it is noted how far it has come
     * @param maxMessageBytes the largest message that is taken in
     */
    ReplayedFile(Path file, Path unreadable, Path noted, long maxMessageBytes) throws IOException {
        this.file = file;
        this.unreadable = unreadable;
        this.noted = noted;
        this.maxMessageBytes = maxMessageBytes;
        this.progress = ReplayProgress.read(noted);
        this.lastNote = progress;
    }

    @Override
    public boolean handOver(Taker taker) throws IOException {
        note(); // nothing is taken where that can't be noted
        try (var reader = new LetterReader(file, progress.position(), progress.lines(), maxMessageBytes)) {
            for (var line = reader.next(); line != null; line = reader.next()) {
                if (!handOver(line, taker)) {
                    return false;
                }
            }
            return true;
        } finally {
            syncAndNote(taker);
        }
    }

    private boolean handOver(LetterReader.Line line, Taker taker) throws IOException {
        var letter = line.letter();
        if (letter == null) {
            keepUnreadable(line);
            progress = progress.passedLine(line);
        } else if (taker.take(letter.routeId(), letter.message())) {
            progress = progress.tookLine(line);
        } else {
            return false;
        }
        if (progress.lines() - lastNote.lines() >= BLOCK_LINES
                || progress.position() - lastNote.position() >= BLOCK_BYTES) {
            syncAndNote(taker);
        }
        return true;
    }

    private void syncAndNote(Taker taker) throws IOException {
        taker.sync();
        note();
    }

    private void keepUnreadable(LetterReader.Line line) throws IOException {
        if (progress.unreadable() < LINES_TO_NAME) {
            LOG.warn("Line {} of {} is no dead letter and is passed over: {}", line.number(), file, line.problem());
        }
        try (var in = FileChannel.open(file, StandardOpenOption.READ);
                var out = PrivateFiles.open(
                        unreadable, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            for (long at = line.start(); at < line.end(); ) {
                at += in.transferTo(at, line.end() - at, out);
            }
        }
    }

    private void note() throws IOException {
        progress.write(noted);
        lastNote = progress;
    }

    @Override
    public ReplayProgress progress() {
        return progress;
    }
}
