package io.github.hivemqtdengine.loadtest.mqtt.payload;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

/**
 * A text with places that are different in every message.
 *
 * @param parts one behind the other
 */
record Template(List<Part> parts) {

    /** Braces of JSON are never followed by a letter. */
    private static final Pattern PLACE = Pattern.compile("\\{([A-Za-z]\\w*)(?::([^{}]*))?}");

    Template {
        parts = List.copyOf(parts);
    }

    /** A piece of the text. */
    sealed interface Part {}

    /** What is always the same. */
    static final class Literal implements Part {

        private final byte[] text;

        Literal(String text) {
            this.text = text.getBytes(UTF_8);
        }

        byte[] text() {
            return text;
        }

        /** Whether the value of a member of an object follows. */
        boolean names(String member) {
            return new String(text, UTF_8).replaceAll("\\s", "").endsWith('"' + member + "\":");
        }
    }

    /** A part of the stamp, or a number of the same kind. */
    enum Mark implements Part {
        /** {@code {s}}: the time of sending, 16 digits. */
        SENT,
        /** {@code {p}} and {@code {client}}. */
        PUBLISHER,
        /** {@code {n}}. */
        MESSAGE,
        /** {@code {i}}. */
        RECORD,
        /** {@code {t}}: a time that is never the same twice for a publisher, 16 digits. */
        TIME,
        /** {@code {seq}}: the number in the topic. */
        SEQUENCE
    }

    /**
     * {@code {time:1 s}}: the time of sending by a clock that ticks in steps of so long, 16 digits.
     *
     * @param micros how long a step is, at least 1
     */
    record Step(long micros) implements Part {

        long of(long sentMicros) {
            return sentMicros - sentMicros % micros;
        }
    }

    /** What is drawn by lot. */
    @FunctionalInterface
    non-sealed interface Generator extends Part {

        void write(TextBuffer text, SplittableRandom random);
    }

    /**
     * Reads a template.
     *
     * @throws IllegalArgumentException naming every place that is wrong
     */
    static Template parse(String text) {
        var parts = new ArrayList<Part>();
        var problems = new ArrayList<String>();
        var places = PLACE.matcher(text);
        int end = 0;
        while (places.find()) {
            literal(text.substring(end, places.start()), parts);
            try {
                parts.add(Generators.part(places.group(1), places.group(2)));
            } catch (IllegalArgumentException e) {
                problems.add(places.group() + ": " + e.getMessage());
            }
            end = places.end();
        }
        literal(text.substring(end), parts);
        if (parts.isEmpty()) {
            problems.add("it is empty");
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException("The payload's template is wrong: " + String.join("; ", problems));
        }
        return new Template(parts);
    }

    /** How long the steps of a member are, in microseconds; empty if its value is no {@code {time:...}}. */
    OptionalLong stepMicros(String member) {
        for (int i = 1; i < parts.size(); i++) {
            if (parts.get(i) instanceof Step step
                    && parts.get(i - 1) instanceof Literal before
                    && before.names(member)) {
                return OptionalLong.of(step.micros());
            }
        }
        return OptionalLong.empty();
    }

    private static void literal(String text, List<Part> parts) {
        if (!text.isEmpty()) {
            parts.add(new Literal(text));
        }
    }
}
