// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.log;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Lost;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.DroppedMessages;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** File of a lane's log. The newest one grows; any thread may read it up to {@link #end}. */
public final class Segment {

    private static final String SUFFIX = ".segment";

    private final Path file;
    private final long firstNumber;
    /** Messages by route; guarded by {@link LogSegments}, as the field below it. */
    private final Map<String, OfRoute> byRoute = new HashMap<>();

    private long latestArrival = Long.MIN_VALUE;

    private volatile long lastNumber;
    private volatile long end;

    /** Messages of one route. */
    private static final class OfRoute {

        private int count;
        /** Whether one of them may change the learned state. */
        private boolean teaches;
    }

    /** @param firstNumber the number of the first record, present or future */
    Segment(Path file, long firstNumber) {
        this.file = file;
        this.firstNumber = firstNumber;
        this.lastNumber = firstNumber - 1;
        this.end = SegmentHeader.BYTES;
    }

    /** Returns the file of the segment whose first record has this number; names sort like numbers. */
    public static Path file(Path folder, long firstNumber) {
        return folder.resolve(String.format("%019d", firstNumber) + SUFFIX);
    }

    public static boolean isSegment(Path file) {
        return file.getFileName().toString().endsWith(SUFFIX);
    }

    void grew(long newLastNumber, long newEnd) {
        lastNumber = newLastNumber;
        end = newEnd;
    }

    /** Notes that the segment has a message, committed or not. */
    void note(InboundMessage message) {
        if (!message.replayed()) {
            latestArrival = Math.max(latestArrival, message.arrivalMicros());
        }
    }

    /** Gives the committed segment away: only its numbers if all messages are replayed, nothing if they were dropped. */
    void giveTo(CommittedSegments taker) throws IOException {
        if (isEmpty()) {
            Files.deleteIfExists(file);
            return;
        }
        if (latestArrival == Long.MIN_VALUE) {
            empty();
        }
        taker.take(file);
    }

    /** Deletes the records, but not the file, which has the number of the first one. */
    void empty() throws IOException {
        try (var bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.setLength(SegmentHeader.BYTES);
        }
    }

    /** Counts one more message of this route. */
    void count(String routeId, InboundMessage message, LearnedState learned) {
        note(message);
        var ofRoute = byRoute.computeIfAbsent(routeId, id -> new OfRoute());
        ofRoute.count++;
        ofRoute.teaches |= learned.learnsFrom(message.topic());
    }

    /** Returns the messages of the segment as dropped; none of them was read. */
    DroppedMessages messages() {
        var counts = byRoute.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().count));
        return new DroppedMessages(firstNumber, lastNumber, counts);
    }

    private boolean teaches(LearnedState learned) {
        return byRoute.entrySet().stream()
                .anyMatch(entry -> entry.getValue().teaches && learned.learnsFromRoute(entry.getKey()));
    }

    /**
     * Passes on the messages that state is learned from, since the segment is about to be dropped.
     *
     * @param numbers how many messages it had before anything was damaged
     */
    void passOn(long numbers, Consumer<Lost> losses, LearnedState learned) {
        if (!teaches(learned)) {
            if (counted() != numbers) { // reported when it was found; any message may have been where the damage is
                passOnUnknown(losses);
            }
            return;
        }
        long left = numbers;
        var cause = "records are damaged";
        try (var reader = SegmentReader.open(file, (from, to) -> {})) {
            while (reader.next(end)) {
                var message = MessageCodec.decode(reader.number(), reader.body());
                if (learned.learnsFrom(message.message().topic())) {
                    losses.accept(Lost.of(message.routeId(), message.message()));
                }
                left--;
            }
            if (left == 0) {
                return;
            }
        } catch (IOException | IllegalArgumentException e) {
            cause = e.toString();
        }
        learned.lostUnread(file, cause);
        passOnUnknown(losses);
    }

    private void passOnUnknown(Consumer<Lost> losses) {
        losses.accept(Lost.unknown(latestArrival, false));
        losses.accept(Lost.unknown(latestArrival, true));
    }

    private long counted() {
        return byRoute.values().stream().mapToLong(ofRoute -> ofRoute.count).sum();
    }

    /** Marks the messages as dropped. The empty segment stays in their place until its number is committed. */
    void emptied() {
        byRoute.clear();
        grew(firstNumber, SegmentHeader.BYTES);
    }

    public Path file() {
        return file;
    }

    /** Returns the number of the first record, present or future. */
    long firstNumber() {
        return firstNumber;
    }

    /**
     * Returns the number of the last record. An empty segment returns one less than its first number, or its first
     * number if it was {@link #emptied}.
     */
    long lastNumber() {
        return lastNumber;
    }

    /** Returns the offset up to which there are whole records, bytes. */
    long end() {
        return end;
    }

    boolean isEmpty() {
        return end <= SegmentHeader.BYTES;
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
