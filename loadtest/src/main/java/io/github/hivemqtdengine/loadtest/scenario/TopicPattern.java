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
