// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.archive;

import io.github.hivemqtdengine.spool.log.Segment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * File of the archive. Its name has its number in the archive, and the database, generation and lane of its log.
 *
 * @param number increases with each file: within a lane, files have the order of their messages
 * @param lane the log that the messages are of
 * @param name the segment's name within that log
 * @param bytes its size
 * @param latestMillis when its last message was appended, epoch milliseconds
 */
record ArchivedSegment(Path file, long number, String lane, String name, long bytes, long latestMillis) {

    private static final Pattern NAME = Pattern.compile("([0-9]{19})\\.(.+\\.[0-9]+\\.[0-9]+)\\.([0-9]{19}\\.segment)");

    /** Returns the name of the log that a segment of the spool is in: {@code <database>.<generation>.<lane>}. */
    static String lane(Path segment) {
        var path = segment.toAbsolutePath();
        int lane = path.getNameCount() - 2;
        return path.getName(lane - 1) + "." + path.getName(lane - 2) + "." + path.getName(lane);
    }

    /** Returns the file that a segment of the spool becomes. */
    static Path file(Path archive, long number, Path segment) {
        return archive.resolve(String.format("%019d.%s.%s", number, lane(segment), segment.getFileName()));
    }

    /** Returns the files of an archive, oldest first; none if the folder is missing. */
    static List<ArchivedSegment> in(Path archive) throws IOException {
        var segments = new ArrayList<ArchivedSegment>();
        if (Files.isDirectory(archive)) {
            try (var files = Files.newDirectoryStream(archive, file -> Segment.isSegment(file))) {
                for (var file : files) {
                    of(file).ifPresent(segments::add);
                }
            }
        }
        segments.sort(Comparator.comparingLong(ArchivedSegment::number));
        return segments;
    }

    /** Returns a file of an archive; empty if it is none, or was deleted. */
    static Optional<ArchivedSegment> of(Path file) {
        var name = NAME.matcher(file.getFileName().toString());
        if (!name.matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new ArchivedSegment(
                    file,
                    Long.parseLong(name.group(1)),
                    name.group(2),
                    name.group(3),
                    Files.size(file),
                    Files.getLastModifiedTime(file).toMillis()));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }
}
