// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.payload;

import io.github.hivemqtdengine.loadtest.mqtt.payload.Template.Generator;
import io.github.hivemqtdengine.loadtest.mqtt.payload.Template.Literal;
import io.github.hivemqtdengine.loadtest.mqtt.payload.Template.Mark;
import io.github.hivemqtdengine.loadtest.mqtt.payload.Template.Part;
import io.github.hivemqtdengine.loadtest.mqtt.payload.Template.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/** User-defined text; an array of it for more than one record. Random values are equal in every run. */
final class TemplateFormat implements PayloadFormat {

    private static final int TIME_DIGITS = 16;

    private final Template template;
    private final List<Part> parts;
    private final int records;
    private final int topics;

    TemplateFormat(Template template, int records, int topics) {
        this.template = template;
        this.parts = template.parts();
        this.records = records;
        this.topics = topics;
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
        var whole = new ArrayList<Part>(parts);
        if (records > 1) {
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
        private final TextBuffer text = new TextBuffer(0);
        private final RecordClock clock = new RecordClock();

        Source(int publisher) {
            this.publisher = publisher;
            this.random = new SplittableRandom(publisher);
        }

        @Override
        public byte[] payload(int message, long sentMicros) {
            text.clear();
            if (records > 1) {
                text.put('[');
            }
            for (int i = 0; i < records; i++) {
                if (i > 0) {
                    text.put(',');
                }
                record(message, i, sentMicros);
            }
            if (records > 1) {
                text.put(']');
            }
            return text.toBytes();
        }

        private void record(int message, int record, long sentMicros) {
            for (var part : parts) {
                if (part instanceof Literal literal) {
                    text.put(literal.text());
                } else if (part instanceof Generator generator) {
                    generator.write(text, random);
                } else if (part instanceof Step step) {
                    text.number(step.of(sentMicros), TIME_DIGITS);
                } else if (part instanceof Mark mark) {
                    mark(mark, message, record, sentMicros);
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
