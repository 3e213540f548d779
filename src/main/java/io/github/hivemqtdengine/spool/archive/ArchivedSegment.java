// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.archive;

import io.github.hivemqtdengine.spool.log.Segment;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * File of the archive, or a segment of the spool that may become one. The name in the archive has a number, and the
 * database, generation and lane of its log.
 *
 * @param number increases with each file: within a lane, files have the order of their messages. 0 in the spool
 * @param lane the log that the messages are of: {@code <database>.<generation>.<lane>}
 * @param key identifies the file, also after it was moved
 * @param bytes its size
 * @param latestMillis when its last message was appended, epoch milliseconds
 */
record ArchivedSegment(Path file, long number, String lane, Object key, long bytes, long latestMillis) {

    private static final Pattern NAME = Pattern.compile("([0-9]{19})\\.(.+\\.[0-9]+\\.[0-9]+)\\.([0-9]{19}\\.segment)");

    /** Returns the file that a segment of the spool becomes. */
    static Path file(Path archive, long number, Path segment) {
        return archive.resolve(String.format("%019d.%s.%s", number, lane(segment), segment.getFileName()));
    }

    private static String lane(Path segment) {
        var path = segment.toAbsolutePath();
        int lane = path.getNameCount() - 2;
        return path.getName(lane - 1) + "." + path.getName(lane - 2) + "." + path.getName(lane);
    }

    /** Returns the files of an archive, oldest first; none if the folder is missing. */
    static List<ArchivedSegment> in(Path archive) throws IOException {
        var segments = new ArrayList<ArchivedSegment>();
        for (var file : entries(archive)) {
            var name = NAME.matcher(file.getFileName().toString());
            if (name.matches()) {
                at(file, Long.parseLong(name.group(1)), name.group(2), name.group(3))
                        .ifPresent(segments::add);
            }
        }
        return segments;
    }

    /** Returns the segments of all lanes of a spool, which a broker may move meanwhile. */
    static List<ArchivedSegment> inSpool(Path spool) throws IOException {
        var segments = new ArrayList<ArchivedSegment>();
        for (var generation : entries(spool)) {
            for (var database : inner(generation)) {
                for (var lane : inner(database)) {
                    for (var file : inner(lane)) {
                        if (Segment.isSegment(file)) {
                            at(file, 0, lane(file), file.getFileName().toString())
                                    .ifPresent(segments::add);
                        }
                    }
                }
            }
        }
        return segments;
    }

    /** Returns the entries of a folder that is no link. */
    private static List<Path> inner(Path folder) throws IOException {
        return Files.isSymbolicLink(folder) ? List.of() : entries(folder);
    }

    /** Returns the entries of a folder by their names; none if it is missing or a file. */
    private static List<Path> entries(Path folder) throws IOException {
        var entries = new ArrayList<Path>();
        try (var found = Files.newDirectoryStream(folder)) {
            found.forEach(entries::add);
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        entries.sort(null);
        return entries;
    }

    /** Returns the file of this name as it is now; empty if it is gone, or not a file. */
    private static Optional<ArchivedSegment> at(Path file, long number, String lane, String name) throws IOException {
        try {
            var now = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            var key = Objects.requireNonNullElse(now.fileKey(), lane + "/" + name);
            var latest = now.lastModifiedTime().toMillis();
            return now.isRegularFile()
                    ? Optional.of(new ArchivedSegment(file, number, lane, key, now.size(), latest))
                    : Optional.empty();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }
}
