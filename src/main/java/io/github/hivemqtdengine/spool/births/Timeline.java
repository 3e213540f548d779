package io.github.hivemqtdengine.spool.births;

import io.github.hivemqtdengine.decode.sparkplug.Birth;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
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
        newest.use(++uses);
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

    /** Returns the arrival of the newest forgotten certificate. */
    long forgottenUntil() {
        return forgottenUntil;
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
        return certificates.stream()
                .anyMatch(each -> each.arrival() == arrival && each.kind() != Certificate.Kind.UNREADABLE);
    }

    /** Returns the table of a certificate with the same names. */
    Certificate.@Nullable Table equalTable(Birth birth) {
        return table(table -> table.birth().equals(birth));
    }

    /** Returns the table whose payload is at this offset of the log. */
    Certificate.@Nullable Table tableAt(long offset) {
        return table(table -> table.place().offset() == offset);
    }

    private Certificate.@Nullable Table table(Predicate<Certificate.Table> condition) {
        return certificates.stream()
                .map(Certificate::table)
                .filter(table -> table != null && condition.test(table))
                .findFirst()
                .orElse(null);
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
        long bytes = bytesOfCertificate + bytesOfTable(added);
        certificates.add(index, added);
        added.use(++uses);
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

    /** Returns the bytes of a table that no certificate of the list has. */
    private long bytesOfTable(Certificate certificate) {
        var table = certificate.table();
        if (table == null || certificates.stream().anyMatch(each -> table.equals(each.table()))) {
            return 0;
        }
        return table.bytes();
    }

    private long forgetOne(Certificate added) {
        Certificate least = certificates.get(0);
        for (var each : certificates.subList(0, certificates.size() - 1)) {
            if (each != added && (least == added || each.lastUse() < least.lastUse())) {
                least = each;
            }
        }
        certificates.remove(least);
        forgetUntil(least.arrival());
        return bytesOfCertificate + bytesOfTable(least);
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
}
