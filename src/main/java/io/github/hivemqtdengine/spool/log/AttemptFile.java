// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.log;

import io.github.hivemqtdengine.pipeline.queue.MessageLog.Attempt;
import io.github.hivemqtdengine.spool.disk.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * File of a lane's {@link Attempt}, beside the watermark. The content is only in the page cache: a kill during
 * a write, or a power cut, may lose or damage it. A missing or damaged file counts as no attempt.
 */
final class AttemptFile {

    private static final Logger LOG = LoggerFactory.getLogger(AttemptFile.class);

    private static final int FIELDS_BYTES = 2 * Long.BYTES + 2 * Integer.BYTES;
    private static final int BYTES = FIELDS_BYTES + Integer.BYTES;

    private final Path file;
    private boolean isFailing;

    AttemptFile(Path file) {
        this.file = file;
    }

    /** Reads the attempt; {@code null} if there is none. */
    @Nullable
    Attempt read() {
        try {
            return Files.exists(file) ? parse(Files.readAllBytes(file)) : null;
        } catch (IOException e) {
            LOG.warn("Attempt file \"{}\" cannot be read; earlier attempts are unknown: {}", file, e.toString());
            return null;
        }
    }

    private static @Nullable Attempt parse(byte[] bytes) {
        if (bytes.length != BYTES) {
            return null;
        }
        var fields = ByteBuffer.wrap(bytes);
        var attempt = new Attempt(fields.getLong(), fields.getLong(), fields.getInt(), fields.getInt() == 1);
        return fields.getInt() == checkSum(bytes) ? attempt : null;
    }

    /** Replaces the attempt; {@code null} deletes it. Only the first of consecutive failures is logged. */
    void write(@Nullable Attempt attempt) {
        try {
            if (attempt == null) {
                Files.deleteIfExists(file);
            } else {
                PrivateFiles.write(file, bytes(attempt));
            }
            isFailing = false;
        } catch (IOException e) {
            if (!isFailing) {
                LOG.warn(
                        "Attempt file \"{}\" cannot be written; a message that ends the broker may not be"
                                + " isolated: {}",
                        file,
                        e.toString());
            }
            isFailing = true;
        }
    }

    private static byte[] bytes(Attempt attempt) {
        var fields = ByteBuffer.allocate(BYTES)
                .putLong(attempt.until())
                .putLong(attempt.suspect())
                .putInt(attempt.crashes())
                .putInt(attempt.isInFlight() ? 1 : 0);
        return fields.putInt(checkSum(fields.array())).array();
    }

    private static int checkSum(byte[] bytes) {
        var sum = new CRC32C();
        sum.update(bytes, 0, FIELDS_BYTES);
        return ~(int) sum.getValue();
    }
}
