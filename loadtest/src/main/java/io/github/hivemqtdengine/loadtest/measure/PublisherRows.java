// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Rows of one publisher, as one bit for each expected row. */
final class PublisherRows {

    private final SentLog sent;
    private final MessageRows rows;
    /** Most rows of a message. */
    private final int rowsPerMessage;

    private final boolean acknowledged;
    private BitSet stored;
    private @Nullable BitSet inTime;
    private final BitSet duplicatedMessages = new BitSet();
    private long duplicated;
    private long unknown;

    PublisherRows(SentLog sent, MessageRows rows, boolean acknowledged) {
        this.sent = sent;
        this.rows = rows;
        this.rowsPerMessage = rows.most();
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
                expected += rows.of(sent, message);
                missing += rows.of(sent, message) - storedRows(message);
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
        IntPredicate lacks = message ->
                isExpected(message) && storedRows(message) + rows(overwritten, message) < rows.of(sent, message);
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

    /** Returns the missing rows with the key of a later stored row: the database keeps the last row of a key. */
    BitSet overwritten(int publisher, Reconciliation.RowKey key) {
        var overwritten = new BitSet();
        var keysOfLater = new HashSet<Long>();
        for (int row = sent.size() * rowsPerMessage - 1; row >= 0; row--) {
            if (stored.get(row)) {
                keysOfLater.add(keyOf(publisher, key, row));
            } else if (isExpected(row / rowsPerMessage) && keysOfLater.contains(keyOf(publisher, key, row))) {
                overwritten.set(row);
            }
        }
        return overwritten;
    }

    private long keyOf(int publisher, Reconciliation.RowKey key, int row) {
        return key.of(publisher, row / rowsPerMessage, row % rowsPerMessage);
    }
}
