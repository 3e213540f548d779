// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.log;

import io.github.hivemqtdengine.spool.disk.PrivateFiles;
import io.github.hivemqtdengine.spool.log.SegmentHeader.DamagedSegmentException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Copies the unreadable bytes of one lane's segments to the spool's folder for damaged data. */
public final class DamagedBytes {

    private static final Logger LOG = LoggerFactory.getLogger(DamagedBytes.class);

    private final DamagedFolder folder;
    private final String lane;

    /** @param lane prefix of the file names */
    public DamagedBytes(DamagedFolder folder, String lane) {
        this.folder = folder;
        this.lane = lane;
    }

    /** Copies a part of a segment. A failed copy is only logged: a full disk must not hold up all other messages. */
    void copy(Path segment, long from, long to) {
        try {
            LOG.error(
                    "Spool segment \"{}\": bytes {} to {} are damaged; a copy is in \"{}\"",
                    segment,
                    from,
                    to,
                    copyOf(segment, from, to));
        } catch (IOException e) {
            LOG.error(
                    "Spool segment \"{}\": bytes {} to {} are damaged and cannot be copied: {}",
                    segment,
                    from,
                    to,
                    e.toString());
        }
    }

    /** Copies the torn record at the end of a segment, which was being written when the process died. */
    void copyTail(Path segment, long from, long to) {
        try {
            LOG.warn(
                    "Spool segment \"{}\": the last {} bytes are an incomplete message; a copy is in \"{}\"",
                    segment,
                    to - from,
                    copyOf(segment, from, to));
        } catch (IOException e) {
            LOG.warn(
                    "Spool segment \"{}\": the last {} bytes are an incomplete message and cannot be copied:" + " {}",
                    segment,
                    to - from,
                    e.toString());
        }
    }

    private Path copyOf(Path segment, long from, long to) throws IOException {
        var copy = folder.place(name(segment) + "." + from + DamagedFolder.SUFFIX, to - from);
        try (var in = FileChannel.open(segment, StandardOpenOption.READ);
                var out = PrivateFiles.open(
                        copy,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)) {
            for (long at = from; at < to; ) {
                at += in.transferTo(at, to - at, out);
            }
        }
        return copy;
    }

    /** Moves a whole segment to the folder; returns the new path. */
    Path move(Path segment, DamagedSegmentException why) throws IOException {
        var target = why.isOfLaterFormat()
                ? folder.placeLater(name(segment), why.format())
                : folder.place(name(segment) + DamagedFolder.SUFFIX, Files.size(segment));
        return Files.move(segment, target, StandardCopyOption.REPLACE_EXISTING);
    }

    private String name(Path segment) {
        return lane + "-" + segment.getFileName();
    }
}
