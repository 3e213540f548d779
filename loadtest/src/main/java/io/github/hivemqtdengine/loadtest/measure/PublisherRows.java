package io.github.hivemqtdengine.loadtest.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The rows of one publisher: a bit for each row that should be there. */
final class PublisherRows {

    private final SentLog sent;
    private final int rowsPerMessage;
    private final boolean acknowledged;
    private BitSet stored;
    private @Nullable BitSet inTime;
    private final BitSet duplicatedMessages = new BitSet();
    private long duplicated;
    private long unknown;

    PublisherRows(SentLog sent, int rowsPerMessage, boolean acknowledged) {
        this.sent = sent;
        this.rowsPerMessage = rowsPerMessage;
        this.acknowledged = acknowledged;
        this.stored = noRows();
    }

    private BitSet noRows() {
        return new BitSet(Math.multiplyExact(sent.size(), rowsPerMessage));
    }

    void add(long message, int item) {
        if (message < 0 || message >= sent.size() || item < 0 || item >= rowsPerMessage) {
            unknown++;
            return;
        }
        int row = (int) message * rowsPerMessage + item;
        if (stored.get(row)) {
            duplicated++;
            duplicatedMessages.set((int) message);
        }
        stored.set(row);
    }

    void readAgain() {
        inTime = stored;
        stored = noRows();
        duplicatedMessages.clear();
        duplicated = 0;
        unknown = 0;
    }

    int storedRows(int message) {
        return rows(stored, message);
    }

    private int rows(BitSet set, int message) {
        int end = (message + 1) * rowsPerMessage;
        int count = 0;
        for (int row = set.nextSetBit(message * rowsPerMessage); row >= 0 && row < end; row = set.nextSetBit(row + 1)) {
            count++;
        }
        return count;
    }

    private boolean isExpected(int message) {
        return !acknowledged || sent.isAcknowledged(message);
    }

    RowTally tally(BitSet overwritten) {
        long expected = 0;
        long missing = 0;
        for (int message = 0; message < sent.size(); message++) {
            if (isExpected(message)) {
                expected += rowsPerMessage;
                missing += rowsPerMessage - storedRows(message);
            }
        }
        long there = stored.cardinality();
        return new RowTally(
                expected,
                there,
                missing,
                there - (expected - missing),
                duplicated,
                overwritten.cardinality(),
                lateRows().cardinality(),
                unknown);
    }

    private BitSet lateRows() {
        if (inTime == null) {
            return new BitSet();
        }
        var late = (BitSet) stored.clone();
        late.andNot(inTime);
        return late;
    }

    List<String> findings(BitSet overwritten) {
        var findings = new ArrayList<String>();
        var late = lateRows();
        IntPredicate lacks =
                message -> isExpected(message) && storedRows(message) + rows(overwritten, message) < rowsPerMessage;
        say(findings, "missing", message -> lacks.test(message) && storedRows(message) == 0);
        say(findings, "incomplete", message -> lacks.test(message) && storedRows(message) > 0);
        say(findings, "overwritten", message -> rows(overwritten, message) > 0);
        say(findings, "duplicated", duplicatedMessages::get);
        say(findings, "late", message -> rows(late, message) > 0);
        say(findings, "stored although never acknowledged", message -> !isExpected(message) && storedRows(message) > 0);
        if (unknown > 0) {
            findings.add((unknown == 1 ? "1 row" : unknown + " rows") + " with a number that was never sent");
        }
        return findings;
    }

    private void say(List<String> findings, String what, IntPredicate which) {
        var numbers = new MessageNumbers();
        IntStream.range(0, sent.size()).filter(which).forEach(numbers::add);
        numbers.sayTo(findings, what);
    }

    /** The missing rows that have the key of a stored one. The smaller side is sorted, the other one looked up in it. */
    BitSet overwritten(int publisher, Reconciliation.RowKey key) {
        int rows = sent.size() * rowsPerMessage;
        IntPredicate isMissing = row -> !stored.get(row) && isExpected(row / rowsPerMessage);
        if (stored.cardinality() <= rows / 2) {
            var keys = keys(publisher, key, stored::get, rows);
            return rows(isMissing, row -> find(keys, publisher, key, row) >= 0);
        }
        var keys = keys(publisher, key, isMissing, rows);
        var hit = new BitSet(keys.length);
        stored.stream()
                .map(row -> find(keys, publisher, key, row))
                .filter(at -> at >= 0)
                .forEach(hit::set);
        return rows(isMissing, row -> hit.get(find(keys, publisher, key, row)));
    }

    private BitSet rows(IntPredicate which, IntPredicate andWhich) {
        var found = new BitSet();
        IntStream.range(0, sent.size() * rowsPerMessage)
                .filter(which)
                .filter(andWhich)
                .forEach(found::set);
        return found;
    }

    /** Ascending, each once. */
    private long[] keys(int publisher, Reconciliation.RowKey key, IntPredicate which, int rows) {
        var keys = IntStream.range(0, rows)
                .filter(which)
                .mapToLong(row -> keyOf(publisher, key, row))
                .sorted()
                .toArray();
        int different = 0;
        for (long next : keys) {
            if (different == 0 || next != keys[different - 1]) {
                keys[different++] = next;
            }
        }
        return Arrays.copyOf(keys, different);
    }

    private int find(long[] keys, int publisher, Reconciliation.RowKey key, int row) {
        return Arrays.binarySearch(keys, keyOf(publisher, key, row));
    }

    private long keyOf(int publisher, Reconciliation.RowKey key, int row) {
        return key.of(publisher, row / rowsPerMessage, row % rowsPerMessage);
    }
}
