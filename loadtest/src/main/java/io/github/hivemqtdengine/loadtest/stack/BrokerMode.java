package io.github.hivemqtdengine.loadtest.stack;

import java.util.Locale;

/** What a broker does with the messages that clients publish, beside delivering them. */
public enum BrokerMode {
    /** Nothing: no extension. */
    BARE("bare broker"),
    /** It calls an interceptor that does nothing: what HiveMQ itself charges for any interceptor. */
    DO_NOTHING("do-nothing interceptor"),
    /** It runs the packaged extension. */
    EXTENSION("extension"),
    /** It runs the packaged extension, whose database can't be reached. */
    OUTAGE("extension, database away");

    private final String title;

    BrokerMode(String title) {
        this.title = title;
    }

    /**
     * The mode of a word of the command line, like {@code do-nothing}.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static BrokerMode ofWord(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** Whether the extension runs in it. */
    public boolean hasExtension() {
        return this == EXTENSION || this == OUTAGE;
    }

    /** Its name in a report. */
    public String title() {
        return title;
    }
}
