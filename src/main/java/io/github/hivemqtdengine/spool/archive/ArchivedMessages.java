// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.archive;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.spool.log.MessageCodec;
import io.github.hivemqtdengine.spool.log.SegmentReader;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Messages that clients have published, from the archive and then from the spool, whose segments have stored messages,
 * too. Those of a lane are in their order. The broker may run, and may move or delete files meanwhile. Not thread-safe.
 */
public final class ArchivedMessages implements Closeable {

    /** In place of a number: that of the next message, whatever it is. */
    private static final long ANY = -1;

    /** Lead of arrival times over the clock of the files after that was set back. */
    private static final long LEAD_MILLIS = Duration.ofMinutes(5).toMillis();

    private final Path archive;
    private final long fromMicros;
    private final long toMicros;
    private final Deque<ArchivedSegment> waiting = new ArrayDeque<>();
    private final Set<Object> seen = new HashSet<>();
    private final KnownBirths births = new KnownBirths();
    /** Number of the next message of each lane. */
    private final Map<String, Long> next = new HashMap<>();

    /** Files of the archive by their keys, once one of the spool was moved there. */
    private final Map<Object, ArchivedSegment> moved = new HashMap<>();

    private @Nullable SegmentReader reader;
    private @Nullable ArchivedSegment segment;
    private long end;
    private long damaged;
    private long missing;

    /**
     * Message of the archive.
     *
     * @param areNamesKnown {@code false} for one of a Sparkplug edge node whose BIRTH may be missing in the archive
     */
    public record Archived(String routeId, InboundMessage message, boolean areNamesKnown) {}

    /**
     * Opens the archive and the spool in the extension's data folder; any of them may be missing.
     *
     * @param fromMicros the earliest arrival, epoch microseconds
     * @param toMicros the end of the arrivals, exclusive, epoch microseconds
     * @throws java.nio.file.AccessDeniedException if they belong to another user
     */
    public ArchivedMessages(Path dataFolder, long fromMicros, long toMicros) throws IOException {
        this.archive = dataFolder.resolve(Archive.NAME);
        this.fromMicros = fromMicros;
        this.toMicros = toMicros;
        var spooled = ArchivedSegment.inSpool(dataFolder.resolve("spool")); // first: they move from here to the archive
        for (var found : ArchivedSegment.in(archive)) {
            seen.add(found.key());
            if (found.latestMillis() + LEAD_MILLIS >= Math.floorDiv(fromMicros, 1_000)) {
                waiting.add(found);
            }
        }
        spooled.stream().filter(found -> seen.add(found.key())).forEach(waiting::add);
    }

    /** Returns the next message; {@code null} at the end. */
    public @Nullable Archived next() throws IOException {
        for (var open = current(); open != null; open = current()) {
            try {
                var message = next(open);
                if (message != null) {
                    return message;
                }
            } catch (IOException e) { // a bad sector, or a segment that the spool has just emptied
                damaged++;
            }
            close();
        }
        return null;
    }

    private @Nullable Archived next(SegmentReader open) throws IOException {
        if (end <= SegmentReader.HEADER_BYTES) { // it had replayed messages only
            next.computeIfPresent(lane(), (lane, number) -> number == open.firstNumber() ? ANY : number);
        }
        while (open.next(end)) {
            long expected = next.getOrDefault(lane(), 0L);
            boolean isAfterGap = expected != ANY && open.number() != expected;
            try {
                var logged = MessageCodec.decode(open.number(), open.body());
                var message = logged.message();
                boolean isChosen = !message.replayed()
                        && message.arrivalMicros() >= fromMicros
                        && message.arrivalMicros() < toMicros;
                if (isChosen || (message.replayed() && !isAfterGap)) {
                    next.put(lane(), open.number() + 1);
                }
                if (isChosen) {
                    missing += isAfterGap && expected > 0 && open.number() > expected ? 1 : 0; // a new log begins again
                    return archived(logged.routeId(), message, isAfterGap);
                }
            } catch (IllegalArgumentException e) {
                damaged++;
            }
        }
        if (open.position() < end && isArchived()) { // the spool may be writing there
            damaged++;
        }
        return null;
    }

    private Archived archived(String routeId, InboundMessage message, boolean isAfterGap) {
        if (isAfterGap) {
            births.miss(lane());
        }
        return new Archived(routeId, message.asCopied(), births.areNamesKnown(lane(), message));
    }

    private String lane() {
        return segment == null ? "" : segment.lane();
    }

    private boolean isArchived() {
        return segment != null && segment.number() > 0;
    }

    /** Returns the segment that is read, or the next one; {@code null} at the end. */
    private @Nullable SegmentReader current() throws IOException {
        if (reader != null) {
            return reader;
        }
        for (var found = waiting.poll(); found != null; found = waiting.poll()) {
            try {
                end = Files.size(found.file());
                reader = SegmentReader.open(found.file(), (from, to) -> damaged++);
                segment = found;
                return reader;
            } catch (NoSuchFileException | FileNotFoundException e) {
                findAgain(found);
            } catch (IOException e) {
                damaged += found.number() > 0 ? 1 : 0; // one of the spool may be new and have no header yet
            }
        }
        return null;
    }

    /** Looks for a segment of the spool in the archive, where the broker has moved it. */
    private void findAgain(ArchivedSegment gone) throws IOException {
        if (gone.number() > 0) {
            missing++; // deleted to make room
            return;
        }
        if (!moved.containsKey(gone.key())) {
            ArchivedSegment.in(archive).forEach(found -> moved.put(found.key(), found));
        }
        var found = moved.get(gone.key());
        if (found != null) { // otherwise it had replayed messages only
            waiting.addFirst(found);
        }
    }

    /** Returns the number of damaged places, where messages may be missing. */
    public long damaged() {
        return damaged;
    }

    /** Returns the number of places where messages of a lane are missing, or whose file was deleted meanwhile. */
    public long missing() {
        return missing;
    }

    @Override
    public void close() throws IOException {
        if (reader != null) {
            reader.close();
            reader = null;
        }
    }
}
