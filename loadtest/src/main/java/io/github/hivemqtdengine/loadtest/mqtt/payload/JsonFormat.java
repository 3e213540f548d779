// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.payload;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.List;

/**
 * JSON object, or array of objects, that begin with the stamp ({@code s}, {@code p}, {@code n}, {@code i}, {@code t}).
 * Prepared members follow.
 */
final class JsonFormat implements PayloadFormat {

    private static final int TIME_DIGITS = 16;
    private static final int WIDEST_NUMBER = 10;

    private final byte[][] members;
    private final int records;
    private final boolean array;
    private final int bytes;

    private JsonFormat(List<String> members, int records, boolean array, int bytes) {
        this.members = members.stream().map(text -> text.getBytes(US_ASCII)).toArray(byte[][]::new);
        this.records = records;
        this.array = array;
        this.bytes = bytes;
    }

    /** Returns five values of a meter. */
    static JsonFormat meters(int records) {
        return new JsonFormat(SampleValues.meters(), records, records > 1, 0);
    }

    /** Returns the record of the Avro experiment. */
    static JsonFormat wide(int records) {
        return new JsonFormat(SampleValues.wide().stream().map(WideRecord::json).toList(), records, records > 1, 0);
    }

    /** Returns an array of exactly {@code bytes} bytes: as many small records as always fit, padded with blanks. */
    static JsonFormat block(int bytes) {
        var members = SampleValues.readings();
        int longest = members.stream().mapToInt(String::length).max().orElseThrow();
        int record = "{\"s\":,\"p\":,\"n\":,\"i\":,\"t\":,".length() + 2 * TIME_DIGITS + 3 * WIDEST_NUMBER + longest;
        int records = (bytes - "[]".length()) / record;
        if (records < 1) {
            throw new IllegalArgumentException("A block of " + bytes + " bytes has no room for a record: " + record);
        }
        return new JsonFormat(members, records, true, bytes);
    }

    @Override
    public PayloadSource source(int publisher) {
        var text = new TextBuffer(bytes);
        var clock = new RecordClock();
        return (message, sentMicros) -> {
            text.clear();
            if (array) {
                text.put('[');
            }
            for (int i = 0; i < records; i++) {
                if (i > 0) {
                    text.put(',');
                }
                stamp(text, sentMicros, publisher, message, i);
                text.put(",\"t\":").number(clock.next(sentMicros), TIME_DIGITS);
                text.put(members[Math.floorMod(publisher + message * records + i, members.length)]);
            }
            return close(text);
        };
    }

    private static void stamp(TextBuffer text, long sentMicros, int publisher, int message, int record) {
        text.put("{\"s\":").number(sentMicros, TIME_DIGITS);
        text.put(",\"p\":").number(publisher);
        text.put(",\"n\":").number(message);
        text.put(",\"i\":").number(record);
    }

    private byte[] close(TextBuffer text) {
        if (array) {
            text.fill(' ', bytes - 1).put(']');
        }
        return text.toBytes();
    }

    @Override
    public StampReader stamps() {
        return new TextStamps(
                Template.parse(array ? "[{\"s\":{s},\"p\":{p},\"n\":{n}," : "{\"s\":{s},\"p\":{p},\"n\":{n},"));
    }

    @Override
    public int records() {
        return records;
    }

    @Override
    public boolean isNumbered() {
        return true;
    }
}
