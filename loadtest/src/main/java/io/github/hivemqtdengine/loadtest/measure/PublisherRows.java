// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Rows of one publisher, as one bit for each expected row. */
final class PublisherRows {

    private final SentLog sent;
    private final MessageRows rows;
    /** Most rows of a message. */
    private final int rowsPerMessage;

    private final boolean acknowledged;
    private NumberSet stored = new NumberSet();
    private @Nullable NumberSet inTime;
    private NumberSet duplicatedMessages = new NumberSet();
    private long duplicated;
    private long unknown;

    PublisherRows(SentLog sent, MessageRows rows, boolean acknowledged) {
        this.sent = sent;
        this.rows = rows;
        this.rowsPerMessage = rows.most();
        this.acknowledged = acknowledged;
    }

    void add(long message, int item) {
        if (message < 0 || message >= sent.size() || item < 0 || item >= rowsPerMessage) {
            unknown++;
            return;
        }
        if (!stored.add(message * rowsPerMessage + item)) {
            duplicated++;
            duplicatedMessages.add(message);
        }
    }

    void readAgain() {
        inTime = stored;
        stored = new NumberSet();
        duplicatedMessages = new NumberSet();
        duplicated = 0;
        unknown = 0;
    }

    int storedRows(int message) {
        return rows(stored::contains, message);
    }

    private int rows(LongPredicate which, int message) {
        int count = 0;
        for (int item = 0; item < rowsPerMessage; item++) {
            count += which.test((long) message * rowsPerMessage + item) ? 1 : 0;
        }
        return count;
    }

    private boolean isExpected(int message) {
        return !acknowledged || sent.isAcknowledged(message);
    }

    RowTally tally(NumberSet overwritten) {
        long expected = 0;
        long missing = 0;
        for (int message = 0; message < sent.size(); message++) {
            if (isExpected(message)) {
                expected += rows.of(sent, message);
                missing += rows.of(sent, message) - storedRows(message);
            }
        }
        long there = stored.size();
        return new RowTally(
                expected,
                there,
                missing,
                there - (expected - missing),
                duplicated,
                overwritten.size(),
                inTime == null ? 0 : there - stored.common(inTime),
                unknown);
    }

    private boolean isLate(long row) {
        return inTime != null && stored.contains(row) && !inTime.contains(row);
    }

    List<String> findings(NumberSet overwritten) {
        var findings = new ArrayList<String>();
        IntPredicate lacks = message -> isExpected(message)
                && storedRows(message) + rows(overwritten::contains, message) < rows.of(sent, message);
        say(findings, "missing", message -> lacks.test(message) && storedRows(message) == 0);
        say(findings, "incomplete", message -> lacks.test(message) && storedRows(message) > 0);
        say(findings, "overwritten", message -> rows(overwritten::contains, message) > 0);
        say(findings, "duplicated", duplicatedMessages::contains);
        say(findings, "late", message -> rows(this::isLate, message) > 0);
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
    NumberSet overwritten(int publisher, Reconciliation.RowKey key, int topics) {
        var overwritten = new NumberSet();
        var laterKeys = new HashMap<Long, Long>();
        for (int message = sent.size() - 1; message >= 0; message--) {
            for (int item = rowsPerMessage - 1; item >= 0; item--) {
                long row = (long) message * rowsPerMessage + item;
                long its = key.of(publisher, message, item);
                if (stored.contains(row)) {
                    laterKeys.put(its % topics, its);
                } else if (isExpected(message) && Objects.equals(laterKeys.get(its % topics), its)) {
                    overwritten.add(row);
                }
            }
        }
        return overwritten;
    }
}
