// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.births;

import io.github.hivemqtdengine.decode.sparkplug.Birth;
import io.github.hivemqtdengine.spool.births.BirthRecord.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Latest certificates of one node or device by time of arrival. If there are too many, the one used least recently is
 * forgotten, but not the newest. The time after a forgotten certificate stays unknown. Not thread-safe.
 */
final class Timeline {

    /** Approximate heap bytes without certificates and name. */
    static final int BYTES = 160;

    private static final long MINUTE_MICROS = Duration.ofMinutes(1).toNanos() / 1_000;

    private final int history;
    private final int bytesOfCertificate;
    private final List<Certificate> certificates = new ArrayList<>(1);
    private @Nullable Certificate lastAdded;
    private long uses;
    private long forgottenUntil = Long.MIN_VALUE;
    private long minute;
    private int addedInMinute;

    /**
     * @param history maximum number of certificates
     * @param bytesOfNames bytes of the names that the log repeats for each certificate
     */
    Timeline(int history, int bytesOfNames) {
        this.history = history;
        this.bytesOfCertificate = Certificate.BYTES + bytesOfNames;
    }

    /** Returns the certificates, oldest first. */
    List<Certificate> certificates() {
        return certificates;
    }

    /** Returns the certificate that applies to a message of this arrival; {@code null} if it is not known. */
    @Nullable
    Certificate at(long arrival) {
        var newest = before(arrival);
        if (newest == null || arrival > newest.until()) {
            return null;
        }
        newest.lastUse = ++uses;
        return newest;
    }

    /** Returns the newest certificate from before this arrival, whether or not it still applied. */
    @Nullable
    Certificate before(long arrival) {
        for (int i = certificates.size() - 1; i >= 0; i--) {
            if (certificates.get(i).arrival() < arrival) {
                return certificates.get(i);
            }
        }
        return null;
    }

    /** Returns the arrival of the newest certificate, {@link Long#MIN_VALUE} if there is none. */
    long latest() {
        var newest = before(Long.MAX_VALUE);
        return newest == null ? Long.MIN_VALUE : newest.arrival();
    }

    /** Returns the first certificate after this arrival. */
    @Nullable
    Certificate after(long arrival) {
        return certificates.stream()
                .filter(certificate -> certificate.arrival() > arrival)
                .findFirst()
                .orElse(null);
    }

    /** Returns whether certificates from after this arrival were forgotten. */
    boolean isForgotten(long arrival) {
        return arrival <= forgottenUntil;
    }

    void forgetUntil(long arrival) {
        forgottenUntil = Math.max(forgottenUntil, arrival);
    }

    /** Returns whether there is a certificate of this arrival. */
    boolean has(long arrival) {
        return certificates.stream().anyMatch(certificate -> certificate.arrival() == arrival);
    }

    /** Returns whether there is a certificate of this arrival that cannot change: one without names may get them. */
    boolean knows(long arrival) {
        return certificates.stream().anyMatch(each -> each.arrival() == arrival && each.kind != Kind.UNREADABLE);
    }

    /** Returns the names of the certificate of this arrival, {@code null} if they are not known. */
    @Nullable
    Birth namesOf(long arrival) {
        return certificates.stream()
                .filter(certificate -> certificate.arrival() == arrival)
                .findFirst()
                .map(Certificate::birth)
                .orElse(null);
    }

    /** Returns a birth that shares the memory of known names if they are the same. */
    Birth shared(Birth birth) {
        var known = firstWith(birth);
        return known == null || known.birth == null ? birth : known.birth.ofSession(birth.bdSeq());
    }

    private @Nullable Certificate firstWith(@Nullable Birth birth) {
        return certificates.stream()
                .filter(each -> each.hasNamesOf(birth))
                .findFirst()
                .orElse(null);
    }

    /** Returns whether a BIRTH without names, the newest before this arrival, has made them unknown. */
    boolean hasUnknownNames(long arrival) {
        var current = at(arrival);
        return current != null && current.isBirth() && current.birth() == null;
    }

    /**
     * Returns the record of a certificate that is about to be added. It refers to the names of the one that was added
     * before it only: a start may forget others than the process before it did.
     *
     * @param mayRefer whether a start is sure to keep those names
     */
    BirthRecord recordOf(NodeKey key, @Nullable String device, Certificate added, boolean mayRefer) {
        boolean refers = mayRefer && lastAdded != null && added.hasNamesOf(lastAdded.birth);
        return added.toRecord(key, device, refers ? lastAdded : null);
    }

    /** Passes on the records of all that is known. */
    void writeTo(BirthLog.Records records, NodeKey key, @Nullable String device) throws IOException {
        for (var each : certificates) {
            var first = firstWith(each.birth());
            records.accept(each.toRecord(key, device, first == each ? null : first));
        }
        if (forgottenUntil != Long.MIN_VALUE) {
            records.accept(BirthRecord.forgotten(key, device, forgottenUntil));
        }
    }

    /** Adds a certificate in place of an unreadable one of its arrival; returns by how many bytes the timeline grew. */
    long add(Certificate added) {
        int index = 0;
        while (index < certificates.size() && certificates.get(index).arrival() < added.arrival()) {
            index++;
        }
        long freed = index < certificates.size() ? replaceUnreadable(index, added) : 0;
        if (index < certificates.size()) {
            added.endAt(certificates.get(index).arrival());
        }
        if (index > 0 && certificates.get(index - 1).until() > added.arrival()) {
            added.endAt(certificates.get(index - 1).until());
            certificates.get(index - 1).endAt(added.arrival());
        }
        long bytes = bytesOfCertificate + bytesOfNames(added);
        certificates.add(index, added);
        lastAdded = added;
        added.lastUse = ++uses;
        count(added);
        return bytes - freed - (certificates.size() > history ? forgetOne(added) : 0);
    }

    /** Removes the certificate at an index if it has the arrival of another one; returns the bytes that it took. */
    private long replaceUnreadable(int index, Certificate other) {
        var found = certificates.get(index);
        if (found.arrival() != other.arrival()) {
            return 0;
        }
        other.endAt(found.until());
        other.dieAt(found.diedAt());
        certificates.remove(index);
        return bytesOfCertificate;
    }

    /** Returns the bytes of names that no certificate of the list has, in the log at most as many. */
    private long bytesOfNames(Certificate certificate) {
        return certificate.birth == null || firstWith(certificate.birth) != null ? 0 : certificate.birth.weight();
    }

    private long forgetOne(Certificate added) {
        Certificate least = certificates.get(0);
        for (var each : certificates.subList(0, certificates.size() - 1)) {
            if (each != added && (least == added || each.lastUse < least.lastUse)) {
                least = each;
            }
        }
        certificates.remove(least);
        forgetUntil(least.arrival());
        return bytesOfCertificate + bytesOfNames(least);
    }

    private void count(Certificate added) {
        addedInMinute = isOfMinute(added.arrival()) ? addedInMinute + 1 : 1;
        minute = Math.floorDiv(added.arrival(), MINUTE_MICROS);
    }

    private boolean isOfMinute(long arrival) {
        return Math.floorDiv(arrival, MINUTE_MICROS) == minute;
    }

    /** Returns whether so many certificates arrived in the minute of this arrival already. */
    boolean hasReached(int count, long arrival) {
        return isOfMinute(arrival) && addedInMinute >= count;
    }

    /** Ends the certificate that applies after this arrival; returns whether one does. */
    boolean endAt(long arrival) {
        var current = before(arrival + 1);
        if (current == null || current.until() <= arrival) {
            return false;
        }
        current.endAt(arrival);
        return true;
    }

    /** BIRTH certificate, or the DEATH certificate of an edge node whose BIRTH is unknown. */
    static final class Certificate {

        /** Approximate heap bytes without the names. */
        static final int BYTES = 128;

        private final Kind kind;
        private final long arrival;
        private final long bdSeq;
        private final @Nullable Birth birth;
        private long until = BirthRecord.NEVER;
        private long diedAt = BirthRecord.NEVER;
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

        boolean isBirth() {
            return kind != Kind.UNBORN;
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

        /**
         * Returns the record of the certificate.
         *
         * @param like certificate with the same names that the log has already, {@code null} if there is none
         */
        private BirthRecord toRecord(NodeKey key, @Nullable String device, @Nullable Certificate like) {
            return like == null
                    ? toRecord(kind, key, device, birth == null ? BirthRecord.NOTHING : birth.encode())
                    : toRecord(Kind.SAME, key, device, BirthRecord.reference(like.arrival));
        }

        private BirthRecord toRecord(Kind kindInLog, NodeKey key, @Nullable String device, byte[] payload) {
            return new BirthRecord(kindInLog, key, device, arrival, bdSeq, until, diedAt, payload);
        }

        private boolean hasNamesOf(@Nullable Birth other) {
            return birth != null && birth.hasNamesOf(other);
        }

        /** Returns the last arrival that the certificate applies to, {@link BirthRecord#NEVER} if it is current. */
        long until() {
            return until;
        }

        /** Ends the certificate at this time of arrival, unless it ended before. */
        void endAt(long time) {
            until = Math.min(until, time);
        }

        /** Returns the arrival of the first DEATH that ended the session, {@link BirthRecord#NEVER} if there is none. */
        long diedAt() {
            return diedAt;
        }

        /** Records a DEATH certificate of this arrival. */
        void dieAt(long time) {
            diedAt = Math.min(diedAt, time);
        }
    }
}
