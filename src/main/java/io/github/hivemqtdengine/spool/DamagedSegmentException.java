package io.github.hivemqtdengine.spool;

import java.io.IOException;

/** A file that can't be read as a segment at all. */
final class DamagedSegmentException extends IOException {

    private static final long serialVersionUID = 1L;

    DamagedSegmentException(String why) {
        super(why);
    }
}
