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

    RowTally tally(long overwritten) {
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
                overwritten,
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

    List<String> findings() {
        var findings = new ArrayList<String>();
        var late = lateRows();
        say(findings, "missing", message -> isExpected(message) && storedRows(message) == 0);
        say(findings, "incomplete", message -> isExpected(message) && isIncomplete(message));
        say(findings, "duplicated", duplicatedMessages::get);
        say(findings, "late", message -> rows(late, message) > 0);
        say(findings, "stored although never acknowledged", message -> !isExpected(message) && storedRows(message) > 0);
        if (unknown > 0) {
            findings.add((unknown == 1 ? "1 row" : unknown + " rows") + " with a number that was never sent");
        }
        return findings;
    }

    private boolean isIncomplete(int message) {
        int rows = storedRows(message);
        return rows > 0 && rows < rowsPerMessage;
    }

    private void say(List<String> findings, String what, IntPredicate which) {
        var numbers = new MessageNumbers();
        IntStream.range(0, sent.size()).filter(which).forEach(numbers::add);
        numbers.sayTo(findings, what);
    }

    /** How many missing rows have the key of a stored one. The smaller side is sorted, the other one looked up in it. */
    long overwritten(int publisher, Reconciliation.RowKey key) {
        int rows = sent.size() * rowsPerMessage;
        int there = stored.cardinality();
        IntPredicate isMissing = row -> !stored.get(row) && isExpected(row / rowsPerMessage);
        if (there <= rows / 2) {
            var keys = keys(publisher, key, stored::get, rows);
            return IntStream.range(0, rows)
                    .filter(isMissing)
                    .filter(row -> Arrays.binarySearch(keys, keyOf(publisher, key, row)) >= 0)
                    .count();
        }
        var keys = keys(publisher, key, isMissing, rows);
        var hit = new BitSet(keys.length);
        IntStream.range(0, rows).filter(stored::get).forEach(row -> markAll(hit, keys, keyOf(publisher, key, row)));
        return hit.cardinality();
    }

    private long[] keys(int publisher, Reconciliation.RowKey key, IntPredicate which, int rows) {
        return IntStream.range(0, rows)
                .filter(which)
                .mapToLong(row -> keyOf(publisher, key, row))
                .sorted()
                .toArray();
    }

    private long keyOf(int publisher, Reconciliation.RowKey key, int row) {
        return key.of(publisher, row / rowsPerMessage, row % rowsPerMessage);
    }

    private static void markAll(BitSet hit, long[] keys, long key) {
        int found = Arrays.binarySearch(keys, key);
        for (int at = found; at >= 0 && keys[at] == key; at--) {
            hit.set(at);
        }
        for (int at = found + 1; found >= 0 && at < keys.length && keys[at] == key; at++) {
            hit.set(at);
        }
    }
}
