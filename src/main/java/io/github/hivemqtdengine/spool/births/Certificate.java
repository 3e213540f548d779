package io.github.hivemqtdengine.spool.births;

import io.github.hivemqtdengine.decode.sparkplug.Birth;
import org.jspecify.annotations.Nullable;

/** BIRTH certificate, or the DEATH certificate of an edge node whose BIRTH is unknown. Not thread-safe. */
final class Certificate {

    /** Time that never comes. */
    static final long NEVER = Long.MAX_VALUE;

    /** Approximate heap bytes without the names. */
    static final int BYTES = 96;

    /** Kind of a certificate. */
    enum Kind {
        /** BIRTH whose names are known. */
        BIRTH(BirthRecord.Type.BIRTH),
        /** BIRTH whose names are unknown, since it cannot be read or was lost. */
        UNREADABLE(BirthRecord.Type.UNREADABLE),
        /** First of several BIRTHs whose names are unknown, since there were too many in one minute. */
        IGNORED(BirthRecord.Type.IGNORED),
        /** NDEATH without a known NBIRTH before. */
        DEATH(BirthRecord.Type.UNBORN);

        final BirthRecord.Type type;

        Kind(BirthRecord.Type type) {
            this.type = type;
        }
    }

    private final Kind kind;
    private final long arrival;
    private final long bdSeq;
    private final @Nullable Birth birth;
    private long until = NEVER;
    private long diedAt = NEVER;
    private long lastUse;

    /**
     * @param arrival time of arrival, epoch microseconds
     * @param bdSeq number of the session, -1 if unknown
     * @param birth names and datatypes, only of a {@link Kind#BIRTH}
     */
    Certificate(Kind kind, long arrival, long bdSeq, @Nullable Birth birth) {
        this.kind = kind;
        this.arrival = arrival;
        this.bdSeq = bdSeq;
        this.birth = birth;
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

    /** Returns the names and datatypes, {@code null} if they are unknown. */
    @Nullable
    Birth birth() {
        return birth;
    }

    /** Returns the names in their encoded form, nothing if they are unknown. */
    byte[] encodedNames() {
        return birth == null ? new byte[0] : birth.encode();
    }

    /** Returns the heap bytes of the names, not less than those of the encoded form. */
    int bytesOfNames() {
        return birth == null ? 0 : birth.weight();
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
