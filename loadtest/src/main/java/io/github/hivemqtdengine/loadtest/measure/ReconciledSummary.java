// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Sums the row counts of all publishers and describes deviations. */
final class ReconciledSummary {

    /** Most sentences of a result. */
    static final int SENTENCES = 20;

    private final TreeMap<Integer, RowTally> byPublisher = new TreeMap<>();
    private final List<String> sentences = new ArrayList<>();
    private RowTally total = RowTally.NONE;
    private int unsaid;

    /** Adds a publisher for which only counts are known. */
    void add(int publisher, RowTally rows) {
        var findings = new ArrayList<String>();
        say(findings, rows.missing(), "missing");
        say(findings, rows.duplicated(), "duplicated");
        say(findings, rows.unacknowledged(), "stored although never acknowledged");
        add(publisher, rows, findings);
    }

    private static void say(List<String> findings, long rows, String what) {
        if (rows > 0) {
            findings.add((rows == 1 ? "1 row " : rows + " rows ") + what);
        }
    }

    void add(int publisher, RowTally rows, List<String> findings) {
        byPublisher.merge(publisher, rows, RowTally::plus);
        total = total.plus(rows);
        if (!findings.isEmpty()) {
            say("publisher " + publisher + ": " + String.join("; ", findings));
        }
    }

    /** Adds rows of a publisher that did not exist. */
    void addUnknown(int publisher, long rows) {
        if (rows > 0) {
            total = total.plus(new RowTally(0, 0, 0, 0, 0, 0, 0, rows));
            say("publisher " + publisher + ", which does not exist: " + rows + (rows == 1 ? " row" : " rows"));
        }
    }

    private void say(String sentence) {
        if (sentences.size() < SENTENCES - 1) {
            sentences.add(sentence);
        } else {
            unsaid++;
        }
    }

    Reconciled reconciled() {
        var all = new ArrayList<>(sentences);
        if (unsaid > 0) {
            all.add(unsaid == 1 ? "1 publisher more" : unsaid + " publishers more");
        }
        return new Reconciled(total, byPublisher, all);
    }
}
