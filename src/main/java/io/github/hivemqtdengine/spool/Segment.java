package io.github.hivemqtdengine.spool;

import java.nio.file.Path;

/** One file of a lane's log. The newest one grows; any thread may read it up to {@link #end}. */
final class Segment {

    private static final String SUFFIX = ".segment";

    private final Path file;
    private volatile long lastNumber;
    private volatile long end;

    /**
     * @param lastNumber the number of its last record; below the first one where there is none
     * @param end up to where there are whole records, bytes
     */
    Segment(Path file, long lastNumber, long end) {
        this.file = file;
        this.lastNumber = lastNumber;
        this.end = end;
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

    Path file() {
        return file;
    }

    long lastNumber() {
        return lastNumber;
    }

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
