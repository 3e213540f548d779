package io.github.hivemqtdengine.loadtest.scenario;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What a broker does with the messages that clients publish, beside delivering them. */
public enum Mode {
    /** No broker: a TCP server that acknowledges what is published and drops it, the floor of wire and clients. */
    CONTROL("TCP control, acknowledges only"),
    /** Nothing: no extension. */
    BARE("bare broker"),
    /** It calls an interceptor that does nothing: what HiveMQ itself charges for any interceptor. */
    DO_NOTHING("do-nothing interceptor"),
    /** It runs the packaged extension. */
    EXTENSION("extension"),
    /** It runs the packaged extension, whose database can't be reached. */
    OUTAGE("extension, database away"),
    /** It runs the packaged extension, whose database answers late. */
    SLOW("extension, database slow");

    private final String title;

    Mode(String title) {
        this.title = title;
    }

    /**
     * The mode of a word, like {@code do-nothing}.
     *
     * @throws IllegalArgumentException if there is none
     */
    @JsonCreator
    public static Mode ofWord(String word) {
        return valueOf(word.strip().toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** Its word in scenario files, on the command line and in JSON. */
    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether the extension runs in it. */
    public boolean hasExtension() {
        return this == EXTENSION || this == OUTAGE || this == SLOW;
    }

    /** Whether all rows are in the database at the end of a round. */
    public boolean stores() {
        return this == EXTENSION || this == SLOW;
    }

    /** Its name in a report. */
    public String title() {
        return title;
    }
}
