// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner.rows;

import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.measure.Reconciled;
import io.github.hivemqtdengine.loadtest.measure.Reconciliation;
import io.github.hivemqtdengine.loadtest.measure.SentLog;
import io.github.hivemqtdengine.loadtest.scenario.ClientGroup;
import java.util.List;
import java.util.Optional;

/** Rows of the messages and last wills of one group, compared with those sent. */
final class GroupRows {

    private final Optional<TimeSteps> steps;
    private final List<SentLog> sent;
    private final Part messages;
    private final Part wills;
    private final String name;
    private long numbered;
    private long unnumbered;

    /**
     * Starts the comparison.
     *
     * @param steps steps by which rows overwrite each other
     * @param tellsAcknowledged whether acknowledgements are known; otherwise all messages sent are expected
     */
    GroupRows(ClientGroup group, LoadResult load, Optional<TimeSteps> steps, boolean tellsAcknowledged) {
        var rows = group.rows();
        this.name = group.name();
        this.steps = steps;
        this.sent = of(group, load.sent());
        this.messages = Part.of(
                rows.table(),
                sent,
                rows.perMessage(),
                tellsAcknowledged && group.publishers().qos() > 0);
        this.wills = Part.of(rows.willTable(), of(group, load.wills()), rows.perMessage(), true);
    }

    private static List<SentLog> of(ClientGroup group, List<SentLog> logs) {
        return logs.stream()
                .filter(log -> group.publishers().has(log.publisher()))
                .toList();
    }

    /** Returns the number of rows that must be stored. */
    long due() {
        return dueOfMessages() + wills.due();
    }

    private long dueOfMessages() {
        return messages.isStored() && steps.isPresent()
                ? steps.get().rows(sent, messages.acknowledged())
                : messages.due();
    }

    /** Adds a row of a table. A row in another table than that of its message counts as unknown. */
    void row(String table, int publisher, long message, int item) {
        numbered++;
        boolean isWill = message >= SentLog.FIRST_WILL;
        var part = isWill ? wills : messages;
        long number = isWill ? message - SentLog.FIRST_WILL : message;
        part.rows().row(publisher, part.table().filter(table::equals).isPresent() ? number : -1, item);
    }

    /** Adds a row without a message number. A row in another table than that of the messages is not counted. */
    void unnumbered(String table) {
        if (messages.table().filter(table::equals).isPresent()) {
            unnumbered++;
        }
    }

    /** Returns whether rows have no numbers, so that they can only be counted. */
    boolean areCounted() {
        return unnumbered > 0 && numbered == 0;
    }

    void readAgain() {
        numbered = 0;
        unnumbered = 0;
        messages.rows().readAgain();
        wills.rows().readAgain();
    }

    /** Returns the logs of messages and wills with the number of their stored rows. */
    List<Part> parts() {
        return List.of(messages, wills);
    }

    Reconciled result() {
        if (areCounted()) {
            return Reconciled.ofTotal(dueOfMessages(), unnumbered);
        }
        var ofMessages = steps.map(kept -> messages.rows().result(kept.keys(sent), kept.topics()))
                .orElseGet(() -> messages.rows().result());
        var result = name.isEmpty() ? ofMessages : ofMessages.of("group " + name);
        return wills.isStored() && !wills.sent().isEmpty()
                ? result.and(wills.rows().result().of("last wills" + (name.isEmpty() ? "" : " of group " + name)))
                : result;
    }

    /**
     * Messages of one kind.
     *
     * @param table empty if they are not stored
     * @param perMessage rows of a message
     * @param acknowledged whether only acknowledged messages are expected
     */
    record Part(Optional<String> table, List<SentLog> sent, int perMessage, boolean acknowledged, Reconciliation rows) {

        private static Part of(Optional<String> table, List<SentLog> sent, int perMessage, boolean acknowledged) {
            var stored = table.isPresent() ? sent : List.<SentLog>of();
            return new Part(
                    table, stored, perMessage, acknowledged, new Reconciliation(stored, perMessage, acknowledged));
        }

        boolean isStored() {
            return table.isPresent();
        }

        /** Returns the number of stored rows of a message; of all its rows if {@code isKnown} is false. */
        int storedRows(SentLog log, int message, boolean isKnown) {
            return isKnown ? rows.storedRows(log.publisher(), message) : perMessage;
        }

        private long due() {
            return perMessage
                    * sent.stream()
                            .mapToLong(log -> acknowledged ? log.acknowledgedCount() : log.size())
                            .sum();
        }
    }
}
