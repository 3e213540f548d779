// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.replay;

import io.github.hivemqtdengine.pipeline.ReplaySource.Sink;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.LoggedMessage;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterReader;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterReader.Line;
import io.github.hivemqtdengine.spool.disk.PrivateFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replay of a file of dead letters. The progress is written beside it, so after a crash at most one block is repeated.
 * Unreadable lines are copied to a file of their own. Not thread-safe.
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
    private Progress progress;
    private Progress lastNote;

    /**
     * @param unreadable the file that unreadable lines are copied to
     * @param noted the file of the progress
     * @param maxMessageBytes the largest message that is replayed
     */
    ReplayedFile(Path file, Path unreadable, Path noted, long maxMessageBytes) throws IOException {
        this.file = file;
        this.unreadable = unreadable;
        this.noted = noted;
        this.maxMessageBytes = maxMessageBytes;
        this.progress = Progress.read(noted);
        this.lastNote = progress;
    }

    @Override
    public boolean handOver(Sink sink) throws IOException {
        note(); // nothing is replayed if the progress can't be written
        try (var reader = DeadLetterReader.ofMessages(file, progress.position(), progress.lines(), maxMessageBytes)) {
            for (var line = reader.next(); line != null; line = reader.next()) {
                if (!handOver(line, sink)) {
                    return false;
                }
            }
            return true;
        } finally {
            syncAndNote(sink);
        }
    }

    private boolean handOver(Line<LoggedMessage> line, Sink sink) throws IOException {
        var letter = line.letter();
        if (letter == null) {
            keepUnreadable(line);
            progress = progress.passedLine(line);
        } else if (sink.accept(letter.routeId(), letter.message())) {
            progress = progress.tookLine(line);
        } else {
            return false;
        }
        if (progress.lines() - lastNote.lines() >= BLOCK_LINES
                || progress.position() - lastNote.position() >= BLOCK_BYTES) {
            syncAndNote(sink);
        }
        return true;
    }

    private void syncAndNote(Sink sink) throws IOException {
        sink.sync();
        note();
    }

    private void keepUnreadable(Line<?> line) throws IOException {
        if (progress.unreadable() < LINES_TO_NAME) {
            LOG.warn("Line {} of \"{}\" is not a dead letter and is skipped: {}", line.number(), file, line.problem());
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
    public Progress progress() {
        return progress;
    }
}
