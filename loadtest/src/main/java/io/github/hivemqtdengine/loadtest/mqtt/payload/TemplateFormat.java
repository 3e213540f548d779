// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.payload;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.hivemqtdengine.loadtest.mqtt.payload.Template.Generator;
import io.github.hivemqtdengine.loadtest.mqtt.payload.Template.Literal;
import io.github.hivemqtdengine.loadtest.mqtt.payload.Template.Mark;
import io.github.hivemqtdengine.loadtest.mqtt.payload.Template.Part;
import io.github.hivemqtdengine.loadtest.mqtt.payload.Template.Sample;
import io.github.hivemqtdengine.loadtest.mqtt.payload.Template.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/**
 * JSON by a template: the user's text, or the stamp ({@code s}, {@code p}, {@code n}, {@code i}, {@code t}) with values
 * of devices. Random values are equal in every run.
 */
final class TemplateFormat implements PayloadFormat {

    private static final int TIME_DIGITS = 16;
    private static final String STAMP = "{\"s\":{s},\"p\":{p},\"n\":{n},\"i\":{i},\"t\":{t}";
    /** Longest stamp: two times, and three numbers of ten digits. */
    private static final int LONGEST_STAMP = 87;

    private final Template template;
    private final Part[] parts;
    private final int records;
    private final boolean array;
    private final int bytes;
    private final int topics;

    private TemplateFormat(Template template, int records, boolean array, int bytes, int topics) {
        this.template = template;
        this.parts = template.parts().toArray(Part[]::new);
        this.records = records;
        this.array = array;
        this.bytes = bytes;
        this.topics = topics;
    }

    /** Returns the user's text, as an array for more than one record. */
    static TemplateFormat of(Template template, int records, int topics) {
        return new TemplateFormat(template, records, records > 1, 0, topics);
    }

    /** Returns objects with a stamp and one of these values in turn, as an array for more than one record. */
    static TemplateFormat json(List<Map<String, Object>> values, int records) {
        return new TemplateFormat(template(values), records, records > 1, 0, 1);
    }

    /** Returns an array of exactly {@code bytes} bytes: as many small records as always fit, padded with blanks. */
    static TemplateFormat block(int bytes) {
        var values = SampleValues.readings();
        int longest = values.stream()
                .mapToInt(value -> SampleValues.json(value).length())
                .max()
                .orElseThrow();
        int record = ",".length() + LONGEST_STAMP + longest;
        int records = (bytes - "[]".length()) / record;
        if (records < 1) {
            throw new IllegalArgumentException("A block of " + bytes + " bytes has no room for a record: " + record);
        }
        return new TemplateFormat(template(values), records, true, bytes, 1);
    }

    private static Template template(List<Map<String, Object>> values) {
        var parts = new ArrayList<>(Template.parse(STAMP).parts());
        parts.add(new Sample(values.stream()
                .map(value -> SampleValues.json(value).getBytes(UTF_8))
                .toList()));
        return new Template(parts);
    }

    @Override
    public PayloadSource source(int publisher) {
        return new Source(publisher);
    }

    @Override
    public StampReader stamps() {
        return textStamps();
    }

    private TextStamps textStamps() {
        var whole = new ArrayList<>(template.parts());
        if (array) {
            whole.add(0, new Literal("["));
        }
        return new TextStamps(new Template(whole));
    }

    @Override
    public int records() {
        return records;
    }

    @Override
    public boolean isNumbered() {
        return textStamps().isNumbered();
    }

    @Override
    public OptionalLong stepMicros(String member) {
        return template.stepMicros(member);
    }

    private final class Source implements PayloadSource {

        private final int publisher;
        private final SplittableRandom random;
        private final TextBuffer text = new TextBuffer(bytes);
        private final RecordClock clock = new RecordClock();

        Source(int publisher) {
            this.publisher = publisher;
            this.random = new SplittableRandom(publisher);
        }

        @Override
        public byte[] payload(int message, long sentMicros) {
            text.clear();
            if (array) {
                text.put('[');
            }
            for (int i = 0; i < records; i++) {
                if (i > 0) {
                    text.put(',');
                }
                record(message, i, sentMicros);
            }
            if (array) {
                text.fill(' ', bytes - 1).put(']');
            }
            return text.toBytes();
        }

        private void record(int message, int record, long sentMicros) {
            for (var part : parts) {
                if (part instanceof Literal literal) {
                    text.put(literal.text());
                } else if (part instanceof Mark mark) {
                    mark(mark, message, record, sentMicros);
                } else if (part instanceof Sample sample) {
                    text.put(sample.of(publisher + message * records + record));
                } else if (part instanceof Step step) {
                    text.number(step.of(sentMicros), TIME_DIGITS);
                } else if (part instanceof Generator generator) {
                    generator.write(text, random);
                }
            }
        }

        private void mark(Mark mark, int message, int record, long sentMicros) {
            switch (mark) {
                case SENT -> text.number(sentMicros, TIME_DIGITS);
                case PUBLISHER -> text.number(publisher);
                case MESSAGE -> text.number(message);
                case RECORD -> text.number(record);
                case TIME -> text.number(clock.next(sentMicros), TIME_DIGITS);
                case SEQUENCE -> text.number(message % topics);
            }
        }
    }
}
