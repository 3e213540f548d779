// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import java.util.regex.Pattern;

/**
 * Topic pattern with {@code {client}}, the publisher's number from 0, and {@code {seq}}, which counts a publisher's
 * messages from 0 and restarts after {@code topics}.
 *
 * @param pattern like {@code plant/{client}/{seq}}
 * @param topics number of topics of each publisher, at least 1
 */
public record TopicPattern(String pattern, int topics) {

    /** Digits, between two parts of a quoted text. */
    private static final String NUMBER = "\\E[0-9]+\\Q";

    /** Longest text, so that MQTT can carry it in UTF-8. */
    private static final int LONGEST = 20_000;

    /** Reads a topic with some places for numbers. */
    static String checked(String text, String... places) {
        Syntax.require(!text.contains("#") && !text.contains("+"), "must be a topic without wildcards");
        var rest = text;
        for (var place : places) {
            rest = rest.replace(place, "");
        }
        Syntax.require(
                !rest.contains("{") && !rest.contains("}"),
                "must have no other braces than " + String.join(" and ", places));
        return limited(text);
    }

    /** Reads a text that is not too long for MQTT. */
    static String limited(String text) {
        Syntax.require(text.length() <= LONGEST, "must have at most " + LONGEST + " letters");
        return text;
    }

    /** Returns the topic of a publisher's message, both numbered from 0. */
    public String topic(int publisher, int message) {
        return pattern.replace("{client}", Integer.toString(publisher))
                .replace("{seq}", Integer.toString(message % topics));
    }

    /** Returns a regular expression for the topics of all publishers. */
    public Pattern expression() {
        return Pattern.compile(
                Pattern.quote(pattern).replace("{client}", NUMBER).replace("{seq}", NUMBER));
    }

    /** Returns a regular expression for the topics that a topic filter matches. */
    public static Pattern expression(String filter) {
        var levels = Pattern.quote(filter.replaceFirst("/?#$", "")).replace("+", "\\E[^/]*\\Q");
        return Pattern.compile(filter.equals("#") ? ".*" : filter.endsWith("/#") ? levels + "(/.*)?" : levels);
    }

    /** Returns a topic filter that matches all topics of the pattern, with {@code +} for each variable level. */
    public String filter() {
        var levels = pattern.split("/", -1);
        for (int i = 0; i < levels.length; i++) {
            if (levels[i].contains("{client}") || levels[i].contains("{seq}")) {
                levels[i] = "+";
            }
        }
        return String.join("/", levels);
    }
}
