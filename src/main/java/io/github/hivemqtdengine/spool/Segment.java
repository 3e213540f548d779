package io.github.hivemqtdengine.spool;

import io.github.hivemqtdengine.pipeline.DroppedMessages;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** One file of a lane's log. The newest one grows; any thread may read it up to {@link #end}. */
final class Segment {

    private static final String SUFFIX = ".segment";

    private final Path file;
    private final long firstNumber;
    /** How many messages it has of each route; guarded by {@link LogSegments}. */
    private final Map<String, int[]> countByRoute = new HashMap<>();

    private volatile long lastNumber;
    private volatile long end;

    /**
     * A segment without a record.
     *
     * @param firstNumber the number that its first record has, or will have
     */
    Segment(Path file, long firstNumber) {
        this.file = file;
        this.firstNumber = firstNumber;
        this.lastNumber = firstNumber - 1;
        this.end = SegmentHeader.BYTES;
    }

    /** The file of the segment that begins with a record of this number; names sort like numbers. */
    static Path file(Path folder, long firstNumber) {
        return folder.resolve(String.format("%019d", firstNumber) + SUFFIX);
    }

    static boolean isSegment(Path file) {
        return file.getFileName().toString().endsWith(SUFFIX);
    }

    void grew(long newLastNumber, long newEnd) {
        lastNumber = newLastNumber;
        end = newEnd;
    }

    /** It has one more message of this route. */
    void count(String routeId) {
        var count = countByRoute.get(routeId);
        if (count == null) {
            countByRoute.put(routeId, new int[] {1});
        } else {
            count[0]++;
        }
    }

    /** What it holds, none of which was read. */
    DroppedMessages messages() {
        var counts = countByRoute.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue()[0]));
        return new DroppedMessages(firstNumber, lastNumber, counts);
    }

    /** Its messages were dropped; what is left of it stands for them until their numbers are settled. */
    void emptied() {
        countByRoute.clear();
        grew(firstNumber, SegmentHeader.BYTES);
    }

    Path file() {
        return file;
    }

    /** The number of its last record; below the first one where there is none, unless it was {@link #emptied}. */
    long lastNumber() {
        return lastNumber;
    }

    /** Up to where there are whole records, bytes. */
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
