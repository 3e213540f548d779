// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.archive;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.spool.log.MessageCodec;
import io.github.hivemqtdengine.spool.log.Segment;
import io.github.hivemqtdengine.spool.log.SegmentReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Messages that clients have published, from the archive and then from the spool, whose segments have stored messages,
 * too. Those of a lane are in their order. The broker may run, and may move or delete files meanwhile. Not thread-safe.
 */
public final class ArchivedMessages implements Closeable {

    private final Path archive;
    private final long fromMicros;
    private final long toMicros;
    private final Deque<Source> sources = new ArrayDeque<>();
    /** Number of the next message of each lane. */
    private final Map<String, Long> next = new HashMap<>();

    private final KnownBirths births = new KnownBirths();

    private @Nullable SegmentReader reader;
    private String lane = "";
    private long end;
    private long damaged;

    /**
     * Message of the archive.
     *
     * @param areNamesKnown {@code false} for one of a Sparkplug edge node whose BIRTH may be missing in the archive
     */
    public record Archived(String routeId, InboundMessage message, boolean areNamesKnown) {}

    /** File that has messages. */
    private record Source(Path file, String lane) {}

    /**
     * Opens the archive and the spool in the extension's data folder; any of them may be missing.
     *
     * @param fromMicros the earliest arrival, epoch microseconds
     * @param toMicros the end of the arrivals, exclusive, epoch microseconds
     */
    public ArchivedMessages(Path dataFolder, long fromMicros, long toMicros) throws IOException {
        this.archive = dataFolder.resolve(Archive.NAME);
        this.fromMicros = fromMicros;
        this.toMicros = toMicros;
        var waiting = spooled(dataFolder.resolve("spool")); // first: files move from here to the archive
        var archived = new HashSet<String>();
        for (var segment : ArchivedSegment.in(archive)) {
            archived.add(segment.lane() + "/" + segment.name());
            if (segment.latestMillis() >= Math.floorDiv(fromMicros, 1_000)) {
                sources.add(new Source(segment.file(), segment.lane()));
            }
        }
        waiting.stream()
                .filter(source -> !archived.contains(source.lane + "/" + source.file.getFileName()))
                .forEach(sources::add);
    }

    private static List<Source> spooled(Path spool) throws IOException {
        var found = new ArrayList<Source>();
        if (Files.isDirectory(spool)) {
            try (var files = Files.find(spool, 4, (file, attributes) -> Segment.isSegment(file))) {
                files.sorted().forEach(file -> found.add(new Source(file, ArchivedSegment.lane(file))));
            }
        }
        return found;
    }

    /** Returns the next message; {@code null} at the end. */
    public @Nullable Archived next() throws IOException {
        for (var open = current(); open != null; open = current()) {
            var message = nextOfSegment(open);
            if (message != null) {
                return message;
            }
            close();
        }
        return null;
    }

    private @Nullable Archived nextOfSegment(SegmentReader segment) throws IOException {
        while (segment.next(end)) {
            boolean isAfterGap = segment.number() != next.getOrDefault(lane, 0L);
            try {
                var logged = MessageCodec.decode(segment.number(), segment.body());
                var message = logged.message();
                boolean isChosen = !message.replayed()
                        && message.arrivalMicros() >= fromMicros
                        && message.arrivalMicros() < toMicros;
                if (isChosen || (message.replayed() && !isAfterGap)) {
                    next.put(lane, segment.number() + 1);
                }
                if (isChosen) {
                    return archived(logged.routeId(), message, isAfterGap);
                }
            } catch (IllegalArgumentException e) {
                damaged++;
            }
        }
        return null;
    }

    private Archived archived(String routeId, InboundMessage message, boolean isAfterGap) {
        if (isAfterGap) {
            births.miss(lane);
        }
        return new Archived(routeId, message.asCopied(), births.areNamesKnown(lane, message));
    }

    /** Returns the segment that is read, or the next one; {@code null} at the end. */
    private @Nullable SegmentReader current() throws IOException {
        if (reader != null) {
            return reader;
        }
        for (var source = sources.poll(); source != null; source = sources.poll()) {
            try {
                end = Files.size(source.file);
                reader = SegmentReader.open(source.file, (from, to) -> damaged++);
                lane = source.lane;
                return reader;
            } catch (NoSuchFileException e) {
                retry(source);
            } catch (IOException e) {
                damaged++;
            }
        }
        return null;
    }

    /** Reads a file of the spool from the archive, where the broker has moved it meanwhile. */
    private void retry(Source moved) throws IOException {
        if (moved.file.startsWith(archive)) {
            return; // deleted meanwhile
        }
        ArchivedSegment.in(archive).stream()
                .filter(segment -> segment.lane().equals(moved.lane)
                        && segment.name().equals(moved.file.getFileName().toString()))
                .forEach(segment -> sources.addFirst(new Source(segment.file(), moved.lane)));
    }

    /** Returns the number of damaged places, where messages may be missing. */
    public long damaged() {
        return damaged;
    }

    @Override
    public void close() throws IOException {
        if (reader != null) {
            reader.close();
            reader = null;
        }
    }
}
