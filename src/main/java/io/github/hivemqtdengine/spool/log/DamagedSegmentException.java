package io.github.hivemqtdengine.spool.log;

import java.io.IOException;

/** Reports that a file can't be read as a segment at all. */
final class DamagedSegmentException extends IOException {

    private static final long serialVersionUID = 1L;

    private static final int UNKNOWN_FORMAT = 0;

    private final int format;

    DamagedSegmentException(String why) {
        this(why, UNKNOWN_FORMAT);
    }

    /** @param format the format version in the file */
    DamagedSegmentException(String why, int format) {
        super(why);
        this.format = format;
    }

    int format() {
        return format;
    }

    /** Returns whether a later version of the extension seems to have written the file. */
    boolean isOfLaterFormat() {
        return format > SegmentHeader.VERSION;
    }
}
