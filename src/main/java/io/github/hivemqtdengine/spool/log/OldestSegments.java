// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.log;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Lost;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.DroppedMessages;
import io.github.hivemqtdengine.spool.disk.DiskRest;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drops the oldest segments of a log and holds the room that they took. Sequence numbers are contiguous, so the first
 * of successive dropped segments stays as an empty file: recovery can then tell dropped messages from corruption. If
 * the process dies, each segment is either whole or dropped. Guarded by {@link LogSegments}.
 */
final class OldestSegments {

    private static final Logger LOG = LoggerFactory.getLogger(OldestSegments.class);

    private final List<Segment> segments;
    private final SpoolBudget budget;
    private final LearnedState learned;
    private final DiskRest rest;
    /** Bytes of dropped records that are free; using them first keeps the log from growing beyond its limit. */
    private long room;

    private boolean isFailing;

    /**
     * @param segments all segments of a log, the newest last; deleted ones leave the list
     * @param learned flushed before messages are dropped
     * @param nanos a clock like {@link System#nanoTime}
     */
    OldestSegments(List<Segment> segments, SpoolBudget budget, LearnedState learned, LongSupplier nanos) {
        this.learned = learned;
        this.segments = segments;
        this.budget = budget;
        this.rest = new DiskRest(nanos);
    }

    /** Counts a message that was added to a segment. */
    void count(Segment segment, String routeId, InboundMessage message) {
        segment.count(routeId, message, learned);
    }

    /** Returns whether {@link #acquire} would surely find no room: see {@link SpoolBudget#isFull}. */
    boolean isFull(long bytes) {
        return room < bytes && budget.isFull(bytes);
    }

    /** Takes room that dropped segments have left, or else room of the spool's budget. */
    boolean acquire(long bytes) {
        if (room < bytes) {
            return budget.acquire(bytes);
        }
        room -= bytes;
        return true;
    }

    /**
     * Drops enough segments for this many bytes; none if all are too small, or after a recent disk failure.
     *
     * @param read index of the segment that is being read; that one and those before it stay
     * @param losses see {@link LogSegments#makeRoom}
     */
    List<DroppedMessages> drop(int read, long bytes, Consumer<Lost> losses) {
        var mayGo = mayGo(read);
        var dropped = new ArrayList<DroppedMessages>();
        if (rest.isOn()
                || room + mayGo.stream().mapToLong(OldestSegments::recordBytes).sum() < bytes) {
            return dropped;
        }
        try {
            for (int i = 0; i < mayGo.size() && room < bytes; i++) {
                dropped.add(drop(mayGo.get(i), losses));
            }
            isFailing = false;
        } catch (IOException e) {
            rest.begin();
            if (!isFailing) {
                LOG.error("Oldest messages cannot be deleted to make room for new ones: {}", e.toString());
            }
            isFailing = true;
        }
        return dropped;
    }

    /** Returns the segments that may be dropped. The newest one stays, since a log must not end in an empty one. */
    private List<Segment> mayGo(int read) {
        int first = Math.min(read + 1, segments.size());
        return segments.subList(first, Math.max(first, segments.size() - 1)).stream()
                .filter(segment -> !segment.isEmpty())
                .toList();
    }

    private static long recordBytes(Segment segment) {
        return segment.end() - SegmentHeader.BYTES;
    }

    private DroppedMessages drop(Segment segment, Consumer<Lost> losses) throws IOException {
        int index = segments.indexOf(segment);
        var before = segments.get(index - 1);
        long first = before.isEmpty() ? segment.firstNumber() : before.lastNumber() + 1;
        segment.passOn(segments.get(index + 1).firstNumber() - first, losses, learned);
        learned.flush();
        var messages = segment.messages();
        long bytes = recordBytes(segment);
        int at = segments.indexOf(segment);
        if (segments.get(at - 1).isEmpty()) { // dropped before, and marks this one as dropped, too
            Files.deleteIfExists(segment.file());
            segments.remove(at);
            budget.release(SegmentHeader.BYTES);
        } else {
            segment.empty();
            segment.emptied();
        }
        room += bytes;
        return messages;
    }
}
