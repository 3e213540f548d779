package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.mqtt.Load;
import io.github.hivemqtdengine.loadtest.mqtt.Payloads;
import java.util.List;
import java.util.stream.IntStream;

/** The kinds of messages that are stored without anybody subscribed. */
enum StoringLoad {
    /** 20 bytes as they are. */
    RAW("raw, 20 bytes", "raw_messages", "raw/device/%d", 1, Payloads.timedZeros(20)),
    /** JSON with five columns. */
    JSON("JSON, five columns", "meters", "plant/line%1$d/meter/%1$d", 1, Payloads.meterJson()),
    /** JSON arrays of a hundred records, each with a time of its own. */
    ARRAYS("JSON, arrays of 100 records", "readings", "gateway/%d", 100, Payloads.readings(100));

    private static final int PUBLISHERS = 10;
    private static final int TOPICS = 100;

    private final String title;
    private final String table;
    private final String topicFormat;
    private final int rowsPerMessage;

    @SuppressWarnings("ImmutableEnumChecker") // a function without state
    private final Payloads payloads;

    StoringLoad(String title, String table, String topicFormat, int rowsPerMessage, Payloads payloads) {
        this.title = title;
        this.table = table;
        this.topicFormat = topicFormat;
        this.rowsPerMessage = rowsPerMessage;
        this.payloads = payloads;
    }

    String title() {
        return title;
    }

    /** The table that the messages go to. */
    String table() {
        return table;
    }

    /** How many rows a message becomes. */
    int rowsPerMessage() {
        return rowsPerMessage;
    }

    /** A load of so many messages, from ten publishers on a hundred topics. */
    Load of(int messages) {
        var topics = IntStream.range(0, TOPICS).mapToObj(topicFormat::formatted).toList();
        return Load.publishersOnly(PUBLISHERS, messages / PUBLISHERS, List.copyOf(topics), payloads);
    }
}
