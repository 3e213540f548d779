package io.github.hivemqtdengine.spool.births;

import io.github.hivemqtdengine.decode.sparkplug.Birth;
import org.jspecify.annotations.Nullable;

/** BIRTH certificate, or the DEATH certificate of an edge node whose BIRTH is unknown. Not thread-safe. */
final class Certificate {

    /** Time that never comes. */
    static final long NEVER = Long.MAX_VALUE;

    /** Approximate heap bytes without the table. */
    static final int BYTES = 96;

    /** Kind of a certificate. */
    enum Kind {
        /** BIRTH whose names are known. */
        BIRTH,
        /** BIRTH whose names are unknown, since it cannot be read or was lost. */
        UNREADABLE,
        /** First of several BIRTHs whose names are unknown, since there were too many in one minute. */
        IGNORED,
        /** NDEATH without a known NBIRTH before. */
        DEATH
    }

    private final Kind kind;
    private final long arrival;
    private final long bdSeq;
    private final @Nullable Table table;
    private long until = NEVER;
    private long diedAt = NEVER;
    private long lastUse;

    /**
     * @param arrival time of arrival, epoch microseconds
     * @param bdSeq number of the session, -1 if unknown
     * @param table names and datatypes, only of a {@link Kind#BIRTH}
     */
    Certificate(Kind kind, long arrival, long bdSeq, @Nullable Table table) {
        this.kind = kind;
        this.arrival = arrival;
        this.bdSeq = bdSeq;
        this.table = table;
    }

    /**
     * Table of names that equal BIRTHs of a node or device share.
     *
     * @param bytes the larger of heap and encoded names
     * @param place where the log has the encoded names
     */
    record Table(Birth birth, int bytes, Place place) {

        static Table of(byte[] payload, Place place) {
            return of(Birth.decode(payload), place);
        }

        static Table of(Birth birth, Place place) {
            return new Table(birth, Math.max(birth.weight(), place.length()), place);
        }
    }

    /** Part of the log's file that has a payload. Moves when the log is compacted. */
    static final class Place {

        private long offset;
        private final int length;

        Place(long offset, int length) {
            this.offset = offset;
            this.length = length;
        }

        long offset() {
            return offset;
        }

        int length() {
            return length;
        }

        void moveTo(long newOffset) {
            offset = newOffset;
        }
    }

    Kind kind() {
        return kind;
    }

    boolean isBirth() {
        return kind != Kind.DEATH;
    }

    long arrival() {
        return arrival;
    }

    long bdSeq() {
        return bdSeq;
    }

    @Nullable
    Table table() {
        return table;
    }

    @Nullable
    Birth birth() {
        return table == null ? null : table.birth();
    }

    /** Returns the last time of arrival that the certificate applies to, {@link #NEVER} if it is current. */
    long until() {
        return until;
    }

    /** Ends the certificate at this time of arrival, unless it ended before. */
    void endAt(long time) {
        until = Math.min(until, time);
    }

    /** Returns the arrival of the first DEATH certificate that ended the session, {@link #NEVER} if there is none. */
    long diedAt() {
        return diedAt;
    }

    /** Records a DEATH certificate of this arrival. */
    void dieAt(long time) {
        diedAt = Math.min(diedAt, time);
    }

    long lastUse() {
        return lastUse;
    }

    void use(long count) {
        lastUse = count;
    }
}
