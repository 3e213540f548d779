// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.payload;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

/**
 * Text with placeholders that differ in every message.
 *
 * @param parts in text order
 */
record Template(List<Part> parts) {

    /** A letter never follows a brace of JSON. */
    private static final Pattern PLACE = Pattern.compile("\\{([A-Za-z]\\w*)(?::([^{}]*))?}");

    Template {
        parts = List.copyOf(parts);
    }

    sealed interface Part {}

    static final class Literal implements Part {

        private final byte[] text;

        Literal(String text) {
            this.text = text.getBytes(UTF_8);
        }

        byte[] text() {
            return text;
        }

        /** Returns whether the text ends with the name of a JSON member, so that its value follows. */
        boolean names(String member) {
            return new String(text, UTF_8).replaceAll("\\s", "").endsWith('"' + member + "\":");
        }
    }

    /** Placeholder for a value of the stamp, or a similar number. */
    enum Mark implements Part {
        /** {@code {s}}: send time, 16 digits. */
        SENT,
        /** {@code {p}} and {@code {client}}. */
        PUBLISHER,
        /** {@code {n}}. */
        MESSAGE,
        /** {@code {i}}. */
        RECORD,
        /** {@code {t}}: timestamp unique within a publisher, 16 digits. */
        TIME,
        /** {@code {seq}}: number in the topic. */
        SEQUENCE
    }

    /**
     * {@code {time:1 s}}: send time truncated to a step, 16 digits.
     *
     * @param micros length of a step, at least 1
     */
    record Step(long micros) implements Part {

        long of(long sentMicros) {
            return sentMicros - sentMicros % micros;
        }
    }

    /** Text that is another one in each record, in turn. */
    record Sample(List<byte[]> texts) implements Part {

        byte[] of(int number) {
            return texts.get(Math.floorMod(number, texts.size()));
        }
    }

    /** Placeholder for a random value. */
    @FunctionalInterface
    non-sealed interface Generator extends Part {

        void write(TextBuffer text, SplittableRandom random);
    }

    /**
     * Parses a template.
     *
     * @throws IllegalArgumentException with all invalid placeholders
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

    /** Returns the step of a member in microseconds; empty if its value is not {@code {time:...}}. */
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
