package io.github.hivemqtdengine.spool;

import io.github.hivemqtdengine.pipeline.DroppedMessages;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives up the oldest segments of a log, and has the room that they took. Numbers have no gap, so the first of those that
 * follow each other stays as a file without a record: what is missing behind it is missing on purpose. Whenever the
 * process dies, each of them is whole or given up. Guarded by {@link LogSegments}.
 */
final class OldestSegments {

    private static final Logger LOG = LoggerFactory.getLogger(OldestSegments.class);

    private final List<Segment> segments;
    private final SpoolBudget budget;
    private final DiskRest rest;
    /** Bytes of records that were given up, and not taken again: so the log does not grow where it must not. */
    private long room;

    private boolean isFailing;

    /**
     * The segments of a log.
     *
     * @param segments all of them, the newest last; those that are deleted leave the list
     * @param nanos a clock like {@link System#nanoTime}
     */
    OldestSegments(List<Segment> segments, SpoolBudget budget, LongSupplier nanos) {
        this.segments = segments;
        this.budget = budget;
        this.rest = new DiskRest(nanos);
    }

    /** Whether {@link #take} would surely find no room: see {@link SpoolBudget#isFull}. */
    boolean isFull(long bytes) {
        return room < bytes && budget.isFull(bytes);
    }

    /** Takes room that was given up, or else of what all logs have. */
    boolean take(long bytes) {
        if (room < bytes) {
            return budget.take(bytes);
        }
        room -= bytes;
        return true;
    }

    /**
     * Gives up as many segments as it takes to have room for this many bytes, or none where all of them are too few, or
     * where that has failed a moment ago.
     *
     * @param read where the segment is that is being read, in the list: that one stays, and those before it
     */
    List<DroppedMessages> giveUp(int read, long bytes) {
        var mayGo = mayGo(read);
        var dropped = new ArrayList<DroppedMessages>();
        if (rest.isOn()
                || room + mayGo.stream().mapToLong(OldestSegments::recordBytes).sum() < bytes) {
            return dropped;
        }
        try {
            for (int i = 0; i < mayGo.size() && room < bytes; i++) {
                dropped.add(giveUp(mayGo.get(i)));
            }
            isFailing = false;
        } catch (IOException e) {
            rest.begin();
            if (!isFailing) {
                LOG.error("The oldest messages can't make room for newer ones: {}", e.toString());
            }
            isFailing = true;
        }
        return dropped;
    }

    /** The newest may be written to, and a log must not end in one without a record. */
    private List<Segment> mayGo(int read) {
        int first = Math.min(read + 1, segments.size());
        return segments.subList(first, Math.max(first, segments.size() - 1)).stream()
                .filter(segment -> !segment.isEmpty())
                .toList();
    }

    private static long recordBytes(Segment segment) {
        return segment.end() - SegmentHeader.BYTES;
    }

    private DroppedMessages giveUp(Segment segment) throws IOException {
        var messages = segment.messages();
        long bytes = recordBytes(segment);
        int at = segments.indexOf(segment);
        if (segments.get(at - 1).isEmpty()) { // given up before, and stands for this one, too
            Files.deleteIfExists(segment.file());
            segments.remove(at);
            budget.give(SegmentHeader.BYTES);
        } else {
            empty(segment);
        }
        room += bytes;
        return messages;
    }

    private static void empty(Segment segment) throws IOException {
        try (var file = new RandomAccessFile(segment.file().toFile(), "rw")) {
            file.setLength(SegmentHeader.BYTES);
        }
        segment.emptied();
    }
}
