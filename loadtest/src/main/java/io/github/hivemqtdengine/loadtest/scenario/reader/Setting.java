// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.reader.InvalidScenarioException.Problem;

/**
 * Value with its location.
 *
 * @param key key without {@code x.smoke.}
 * @param value stripped
 * @param source file name, or {@code command line}
 * @param line from 1; 0 if there is none
 * @param spelling key or option, as written
 */
public record Setting(String key, String value, String source, int line, String spelling) {

    public static final String COMMAND_LINE = "command line";

    public static Setting ofCommandLine(String key, String value, String spelling) {
        return new Setting(key, value.strip(), COMMAND_LINE, 0, spelling);
    }

    public Problem problem(String rule, String suggestion) {
        var shown = key.equals("password") ? "..." : value;
        return new Problem(source, line, spelling, shown, rule, suggestion);
    }
}
