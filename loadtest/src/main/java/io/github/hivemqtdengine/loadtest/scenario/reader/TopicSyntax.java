// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.syntax.MalformedValueException;

/** Syntax of topics with places for numbers. */
final class TopicSyntax {

    /** Longest text, so that MQTT can carry it in UTF-8. */
    static final int LONGEST = 20_000;

    private TopicSyntax() {}

    /** Reads a topic with {@code {client}} and {@code {seq}}. */
    static String ofMessage(String text) {
        return checked(text, text.replace("{client}", "").replace("{seq}", ""), "{client} and {seq}");
    }

    /** Reads a topic with {@code {client}}. */
    static String ofClient(String text) {
        return checked(text, text.replace("{client}", ""), "{client}");
    }

    private static String checked(String text, String rest, String places) {
        if (text.contains("#") || text.contains("+")) {
            throw new MalformedValueException("must be a topic without wildcards");
        }
        if (rest.contains("{") || rest.contains("}")) {
            throw new MalformedValueException("must have no other braces than " + places);
        }
        if (text.length() > LONGEST) {
            throw new MalformedValueException("must have at most " + LONGEST + " letters");
        }
        return text;
    }
}
