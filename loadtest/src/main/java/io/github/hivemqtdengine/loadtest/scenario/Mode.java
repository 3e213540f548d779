// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Way in which a broker handles published messages, beside delivering them. */
public enum Mode {
    /** TCP server instead of a broker: acknowledges and drops messages. Baseline of network and clients. */
    CONTROL("TCP control, acknowledges only"),
    /** Broker without extension. */
    BARE("bare broker"),
    /** Broker with an interceptor that does nothing: HiveMQ's own cost of any interceptor. */
    DO_NOTHING("do-nothing interceptor"),
    /** Broker with the packaged extension. */
    EXTENSION("extension"),
    /** Broker with the packaged extension and an unreachable database. */
    OUTAGE("extension, database away"),
    /** Broker with the packaged extension and a database that answers late. */
    SLOW("extension, database slow"),
    /** Any broker that runs already, measured as it is. Its rows, if it has a sink, are counted by the user's query. */
    BROKER("broker as it is");

    private final String title;

    Mode(String title) {
        this.title = title;
    }

    /**
     * Returns the mode named by a word like {@code do-nothing}.
     *
     * @throws IllegalArgumentException if there is none
     */
    @JsonCreator
    public static Mode ofWord(String word) {
        return valueOf(word.strip().toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** Returns the word used in scenario files, on the command line and in JSON. */
    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns whether the extension runs. */
    public boolean hasExtension() {
        return this == EXTENSION || this == OUTAGE || this == SLOW;
    }

    /** Returns whether all rows are in the database at the end of a round. */
    public boolean stores() {
        return this == EXTENSION || this == SLOW;
    }

    /** Returns the name shown in reports. */
    public String title() {
        return title;
    }
}
